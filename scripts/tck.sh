#!/usr/bin/env bash
# Runs the public A2A conformance kit against cmd/conformance:
#
#	scripts/tck.sh DIR
#
# DIR is a checkout of a2aproject/a2a-tck, branch 1.0-dev (357c4a8), which stays as it is.
# The kit runs twice over JSON-RPC and HTTP+JSON, on all its levels: with streams, push
# notifications and an extended card on, then with all of them off. What fails must be in
# testdata/tck/known_faults.txt, and what is there must fail.
#
# The kit needs Python 3.11 and some packages: BALCAO_TCK_PYTHON names an interpreter that
# has them, else they are installed into a scratch environment.
set -euo pipefail
if [[ $# -ne 1 || ! -d "$1/tests/compatibility" ]]; then
	echo "usage: $0 DIR, a checkout of a2aproject/a2a-tck, branch 1.0-dev" >&2
	exit 2
fi
kit="$(cd "$1" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repository="$PWD"

scratch="$(mktemp -d)"
server=
stop() {
	[[ -z "$server" ]] || kill "$server" 2>/dev/null || true
	[[ -z "$server" ]] || wait "$server" || true
	server=
}
trap 'stop; rm -rf "$scratch"' EXIT

python="${BALCAO_TCK_PYTHON:-}"
if [[ -z "$python" ]]; then
	python3 -m venv "$scratch/venv"
	python="$scratch/venv/bin/python"
	"$python" - "$kit/pyproject.toml" >"$scratch/requirements.txt" <<'PY'
import sys, tomllib
print("\n".join(tomllib.load(open(sys.argv[1], "rb"))["project"]["dependencies"]))
PY
	"$python" -m pip install --quiet --disable-pip-version-check -r "$scratch/requirements.txt"
fi

go build -o "$scratch/" ./cmd/conformance ./cmd/tckreport

status=0
run() {
	local name="$1"
	shift
	mkfifo "$scratch/$name.url"
	"$scratch/conformance" "$@" >"$scratch/$name.url" &
	server=$!
	local url
	read -r url <"$scratch/$name.url"
	# The kit's own files are not touched, and its exit status is judged by the report.
	(cd "$kit" && PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest -p no:cacheprovider -q --tb=short \
		--sut-host="$url" --transport=jsonrpc,http_json --junitxml="$scratch/$name.xml" tests/compatibility) \
		>"$scratch/$name.log" 2>&1 || true
	stop
	if ! "$scratch/tckreport" "$name" "$repository/testdata/tck/known_faults.txt" "$scratch/$name.xml"; then
		status=1
		[[ -s "$scratch/$name.xml" ]] || cat "$scratch/$name.log" >&2
	fi
}
run on --streaming --push --extended-card
run off
exit $status

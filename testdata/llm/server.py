"""Serves one GGUF model on loopback by OpenAI's chat protocol, one request at a time.

A forced tool and a JSON schema are enforced by a grammar, as the larger servers do. It is
for measuring, not for a shop: python server.py MODEL.gguf PORT THREADS
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from llama_cpp import Llama

MAX_BODY = 1 << 20


def answer(model, request):
    """The answer to one request, in OpenAI's form."""
    form, tool = request.get("response_format") or {}, None
    if form.get("type") == "json_schema":
        form = {"type": "json_object", "schema": form["json_schema"]["schema"]}
    choice = request.get("tool_choice")
    if isinstance(choice, dict):
        tool = next(t["function"] for t in request["tools"] if t["function"]["name"] == choice["function"]["name"])
        form = {"type": "json_object", "schema": tool["parameters"]}
    reply = model.create_chat_completion(
        messages=request["messages"],
        response_format=form or None,
        temperature=request.get("temperature", 0),
        max_tokens=request.get("max_tokens") or request.get("max_completion_tokens") or 256,
    )
    for c in reply["choices"]:
        if tool:
            call = {"name": tool["name"], "arguments": c["message"]["content"] or ""}
            c["message"] = {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": call}]}
    return reply


def main(path, port, threads):
    model = Llama(model_path=path, n_ctx=4096, n_threads=threads, verbose=False, seed=1)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            try:
                size = int(self.headers.get("Content-Length", 0))
                if size > MAX_BODY:
                    raise ValueError("too large")
                status, body = 200, answer(model, json.loads(self.rfile.read(size)))
            except Exception as e:  # whoever asks is told, and the server goes on
                print(f"{type(e).__name__}: {e}"[:300], file=sys.stderr, flush=True)
                status, body = 400, {"error": {"message": type(e).__name__}}
            raw = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", port), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

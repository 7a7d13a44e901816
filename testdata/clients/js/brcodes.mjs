// Reads BR Codes with two libraries of others: a JSON list of codes comes in, and for each
// goes out what either library makes of it, null where it refuses the code.
import { text } from 'node:stream/consumers';
import pix from 'pix-utils';
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';

const codes = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(codes.map((code) => ({ pixUtils: byPixUtils(code), brazilianUtils: byBrazilianUtils(code) }))));

function byPixUtils(code) {
  const read = pix.parsePix(code);
  if (pix.hasError(read)) return null;
  return {
    kind: read.type.toLowerCase(), name: read.merchantName, city: read.merchantCity, mcc: read.merchantCategoryCode,
    currency: read.transactionCurrency, country: read.countryCode, key: read.pixKey, url: read.url, recurrence: read.urlRec,
    amount: centavos(read.transactionAmount), txid: read.txid,
  };
}

function byBrazilianUtils(code) {
  const read = getPixPayloadInfo(code);
  if (read === null) return null;
  return {
    kind: read.url ? 'dynamic' : 'static', name: read.merchantName, city: read.merchantCity, key: read.key, url: read.url,
    amount: centavos(read.amount), txid: read.txid,
  };
}

// centavos are exact: there are at most 10^12 of them.
function centavos(reais) { return reais === undefined ? 0 : Math.round(reais * 100); }

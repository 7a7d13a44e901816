// Judges numbers of Brazil with a library of others: an object with lists of texts comes in,
// and for each text goes out whether it is a good number of its kind.
import { text } from 'node:stream/consumers';
import * as br from '@brazilian-utils/brazilian-utils';

const judges = {
  cpf: (s) => br.isValidCpf(s),
  cnpj: (s) => br.isValidCnpj(s, { version: 2 }),
  phone: (s) => br.isValidPhone(s),
  accessKey: (s) => br.isValidNfeKey(s),
};
const asked = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(Object.fromEntries(
  Object.entries(asked).map(([kind, list]) => [kind, list.map(judges[kind])]),
)));

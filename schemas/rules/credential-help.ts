/** Help for the credentials that many providers have by the same names. A manifest that describes its field says more. */

import type { Localized } from '../src/manifest/names.ts';
import type { CredentialField } from '../src/manifest.ts';

const say = (portuguese: string, english: string): Localized => ({ 'pt-BR': portuguese, en: english });
const KEY = say(
  'Vem do painel do provedor ou do contrato, e vale como senha da sua conta.',
  "Comes from the provider's panel or the contract, and counts as the password of your account.",
);

/** The end of a field's name, and its help. */
const CATALOGUE: readonly (readonly [RegExp, Localized])[] = [
  [
    /passphrase$/i,
    say(
      'A senha que veio com o arquivo .pfx ou .p12. Em branco para um par de arquivos PEM.',
      'The password that came with the .pfx or .p12 file. Empty for a pair of PEM files.',
    ),
  ],
  [
    /clientId$/i,
    say(
      'Identifica sua conta na API. Vem do painel do provedor ou do contrato.',
      "Names your account at the API. Comes from the provider's panel or the contract.",
    ),
  ],
  [
    /^(signatureKey|webhook\w*(Secret|Key|Token|Password))$/,
    say(
      'Prova que um aviso é do provedor. Fica no painel dele, onde se cadastram os webhooks.',
      "Proves that a notice is the provider's. Stands in its panel, where webhooks are set up.",
    ),
  ],
  [
    /^authScheme$/,
    say(
      'A forma que o provedor combinou com você. "Testar conexão" mostra se ele a aceita.',
      'The form that the provider agreed on with you. "Test connection" shows whether it takes it.',
    ),
  ],
  [/(clientSecret|apiKey|secretKey|token|hash)$/i, KEY],
];

/** Returns the help of a field in both languages: its manifest's own, or the one for a well-known name. */
export const findCredentialHelp = (name: string, { description }: CredentialField): Localized | undefined =>
  description ?? CATALOGUE.find(([pattern]) => pattern.test(name))?.[1];

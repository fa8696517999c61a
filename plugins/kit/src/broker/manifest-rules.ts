/** Checks that the parts of a manifest agree with each other, which a schema cannot say. Each rule returns sentences. */
import { PAYMENT_METHODS } from '@feira/schemas/common';
import {
  CONTRACT_VERSION,
  type ComposedText,
  type CredentialField,
  type Manifest,
  type MethodCapability,
  type ProviderAuth,
  type WebhookAuthentication,
} from '@feira/schemas/manifest';
import { type Operation, WITHDRAWAL_METHODS } from '@feira/schemas/provider';
import { listBaseSettings } from '@feira/schemas/rules/base-urls';
import { DEFAULT_CURRENCIES } from '@feira/schemas/rules/charge-currency';
import { bitsOf, shortestReference } from './reference.ts';
import { checkWebhook, listProofs } from './webhook-rules.ts';

/** The problems of a manifest, by their subject. */
export interface ManifestProblems {
  contract: string[];
  hosts: string[];
  other: string[];
}

export const checkManifest = (manifest: Manifest): ManifestProblems => ({
  contract: checkContract(manifest),
  hosts: checkHosts(manifest),
  other: [
    ...checkCredentials(manifest),
    ...checkReceiverForm(manifest),
    ...checkBases(manifest),
    ...checkMethods(manifest),
    ...checkBanks(manifest),
    ...checkWebhook(manifest),
    ...checkOperations(manifest),
    ...checkEvidence(manifest),
    ...checkStatus(manifest),
    ...checkReliability(manifest),
  ],
});

function checkContract({ contract }: Manifest): string[] {
  const [major = 0, minor = 0, patch = 0] = contract.slice(1).split('.').map(Number);
  const [ourMajor = 0, ourMinor = 0, ourPatch = 0] = CONTRACT_VERSION.split('.').map(Number);
  const isCovered = major === ourMajor && (minor < ourMinor || (minor === ourMinor && patch <= ourPatch));
  return isCovered
    ? []
    : [`contract ${contract} does not cover ${CONTRACT_VERSION}, which this host speaks: update it.`];
}

function checkHosts({ environments, hosts, credentials, operations }: Manifest): string[] {
  const problems: string[] = [];
  if (operations.length > 0 && Object.keys(environments).length === 0)
    problems.push('environments is empty: name the base URLs of "production" or "sandbox".');
  const checkAddress = (field: string, address: string) => {
    const url = URL.parse(address);
    if (url?.protocol !== 'https:') problems.push(`${field} must be an https:// URL.`);
    else if (url.username || url.search || url.hash || address.endsWith('/')) {
      problems.push(`${field} must have no user, query, fragment or trailing slash.`);
    } else if (!hosts.includes(url.host)) {
      problems.push(`hosts lacks "${url.host}" of ${field}: add it.`);
    }
  };
  for (const [environment, urls] of Object.entries(environments)) {
    for (const [name, base] of Object.entries(urls ?? {})) {
      const field = `environments.${environment}.${name}`;
      if (typeof base === 'string') checkAddress(field, base);
      else if (base.default !== undefined) checkAddress(`${field}.default`, base.default);
    }
  }
  for (const setting of listBaseSettings({ environments })) {
    const field = `credentials.properties.${setting}`;
    const property = credentials.properties[setting];
    if (property?.type !== 'string' || property.secret || !(property.format === 'uri' || property.enum))
      problems.push(`${field} is a base URL: declare it as a string with "format": "uri" or an enum, not secret.`);
    for (const address of property?.enum ?? []) checkAddress(`${field}.enum`, address);
  }
  return problems;
}

/** Names of credentials used outside of `credentials`, with the field that uses them. */
function usedCredentials(manifest: Manifest): [field: string, name: string | undefined][] {
  const { auth, bases, clientCertificate, certificateAuthority, headers } = manifest;
  const used: [string, string | undefined][] = [
    ...namesInAuth('auth', auth),
    ...listProofs(manifest).flatMap(([field, proof]) => namesInAuth(field, proof)),
    ...namesInTexts('headers', headers),
    ['certificateAuthority', certificateAuthority],
  ];
  const addCertificate = (field: string, certificate: Manifest['clientCertificate'] | null) => {
    for (const [part, name] of Object.entries(certificate ?? {})) used.push([`${field}.${part}`, name]);
  };
  addCertificate('clientCertificate', clientCertificate);
  for (const [name, base] of Object.entries(bases ?? {})) {
    const field = `bases.${name}`;
    if (base.auth) used.push(...namesInAuth(`${field}.auth`, base.auth));
    used.push(...namesInTexts(`${field}.headers`, base.headers));
    used.push([`${field}.certificateAuthority`, base.certificateAuthority]);
    addCertificate(`${field}.clientCertificate`, base.clientCertificate);
  }
  return used;
}

type Used = [field: string, name: string | undefined];

function namesInAuth(field: string, scheme: ProviderAuth | WebhookAuthentication): Used[] {
  const used: Used[] = [];
  if ('credential' in scheme) used.push([`${field}.credential`, scheme.credential]);
  if (scheme.type === 'basic') {
    used.push([`${field}.username`, scheme.username.credential], [`${field}.password`, scheme.password.credential]);
  }
  if (scheme.type === 'headers') used.push(...namesInTexts(`${field}.headers`, scheme.headers));
  if (scheme.type === 'oauth2') {
    const { tokenPath } = scheme;
    used.push([`${field}.clientId`, scheme.clientId], [`${field}.clientSecret`, scheme.clientSecret]);
    if (typeof tokenPath !== 'string') used.push([`${field}.tokenPath`, tokenPath.setting]);
    used.push(...namesInTexts(`${field}.headers`, scheme.headers), ...namesInTree(`${field}.body`, scheme.body ?? {}));
  }
  return used;
}

const namesInTexts = (field: string, texts: Record<string, ComposedText> | undefined): Used[] =>
  Object.entries(texts ?? {}).flatMap(([name, text]) =>
    typeof text === 'string'
      ? []
      : text.flatMap((part): Used[] => (typeof part === 'string' ? [] : [[`${field}.${name}`, part.credential]])),
  );

const namesInTree = (field: string, tree: object): Used[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    Array.isArray(value)
      ? namesInTexts(field, { [name]: value })
      : typeof value === 'object' && value !== null
        ? namesInTree(`${field}.${name}`, value)
        : [],
  );

/** The bases that other parts name are there, and a token body is a tree of texts. */
function checkBases({ environments, bases, auth }: Manifest): string[] {
  const problems: string[] = [];
  const known = new Set(Object.values(environments).flatMap((urls) => Object.keys(urls ?? {})));
  for (const name of Object.keys(bases ?? {}))
    if (!known.has(name)) problems.push(`bases has "${name}", which no environment has a base URL for: add it there.`);
  const schemes: [string, ProviderAuth | undefined][] = [
    ['auth', auth],
    ...Object.entries(bases ?? {}).map(([name, base]): [string, ProviderAuth | undefined] => [
      `bases.${name}.auth`,
      base.auth,
    ]),
  ];
  for (const [field, scheme] of schemes) {
    if (scheme?.type !== 'oauth2') continue;
    if (!scheme.clientSecret && scheme.clientIn === 'basic')
      problems.push(`${field}.clientSecret is missing, which a Basic pair needs: name it, or say "clientIn": "body".`);
    if (scheme.base !== undefined && !known.has(scheme.base))
      problems.push(`${field}.base names "${scheme.base}", which no environment has a base URL for: add it there.`);
    const wrong = scheme.body && findNoText(scheme.body, scheme.encoding === 'json');
    if (wrong) problems.push(`${field}.body.${wrong} must be a text, or a list of texts and { "credential" }.`);
  }
  return problems;
}

function findNoText(tree: object, mayNest: boolean): string | undefined {
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string' || (Array.isArray(value) && value.every(isTextPart))) continue;
    const isTree = mayNest && typeof value === 'object' && value !== null && !Array.isArray(value);
    const inner = isTree ? findNoText(value, true) : '';
    if (inner !== undefined) return inner === '' ? name : `${name}.${inner}`;
  }
  return undefined;
}

const isTextPart = (part: unknown): boolean =>
  typeof part === 'string' ||
  (typeof part === 'object' && part !== null && typeof (part as { credential?: unknown }).credential === 'string');

function checkCredentials(manifest: Manifest): string[] {
  const { properties, required } = manifest.credentials;
  const problems: string[] = [];
  for (const [field, name] of usedCredentials(manifest)) {
    if (name !== undefined && !properties[name] && !manifest.accountCredentials?.includes(name))
      problems.push(`${field} names "${name}", which credentials.properties lacks: add it.`);
  }
  for (const name of required) {
    if (!properties[name])
      problems.push(`credentials.required names "${name}", which credentials.properties lacks: add it.`);
  }
  for (const [name, property] of Object.entries(properties)) {
    const field = `credentials.properties.${name}`;
    if (property.format === 'private-key' && !property.secret)
      problems.push(`${field} is a private key: set "secret": true.`);
    for (const value of Object.keys(property.enumLabels ?? {}))
      if (!property.enum?.includes(value))
        problems.push(`${field}.enumLabels has "${value}", which enum lacks: remove it.`);
    for (const need of property.requiredFor ?? [])
      if (!isNeed(manifest, need))
        problems.push(
          `${field}.requiredFor names "${need}": write a capability such as "CREDIT_CARD" or "withdraw.PIX", or a setting with one of its values.`,
        );
    if (property.requiredFor && required.includes(name))
      problems.push(`${field}.requiredFor is for fields that may be empty: take it off credentials.required.`);
    if (property.pattern !== undefined && !isPattern(property.pattern))
      problems.push(`${field}.pattern is no regular expression.`);
  }
  for (const [field, proof] of listProofs(manifest)) {
    if (proof.type === 'basic' && !proof.username.credential && !proof.password.credential)
      problems.push(`${field} has two fixed words, which prove nothing: name a credential.`);
    if ('credential' in proof && isReadable(properties[proof.credential]))
      problems.push(`credentials.properties.${proof.credential} proves who sent a webhook: set "secret": true.`);
  }
  return problems;
}

const CAPABILITY_NAMES = new Set([
  ...PAYMENT_METHODS.flatMap((name) => [
    name,
    ...['refund', 'installments', 'storedCards', 'redirect'].map((part) => `${name}.${part}`),
  ]),
  ...WITHDRAWAL_METHODS.map((kind) => `withdraw.${kind}`),
  ...['splits', 'receivers', 'receivers.documents', 'mandates', 'scores', 'personChecks', 'webhooks'],
]);

/** "withdraw.PIX", or "scheme=basic" for a field `scheme` that has this value in its list. */
function isNeed({ credentials }: Manifest, need: string): boolean {
  const [name = '', value] = need.split(/=(.*)/s);
  if (value === undefined) return CAPABILITY_NAMES.has(need);
  const field = credentials.properties[name];
  return (field?.type === 'boolean' ? ['true', 'false'] : field?.enum)?.includes(value) === true;
}

const isReadable = (field: CredentialField | undefined) => field !== undefined && !field.secret;

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function checkMethods({ capabilities, tokenizer }: Manifest): string[] {
  const problems: string[] = [];
  for (const [method, capability] of Object.entries(capabilities.methods ?? {})) {
    const field = `capabilities.methods.${method}`;
    const { expiresInSeconds, maxExpiresInSeconds, tokenization } = capability;
    if (method === 'CREDIT_CARD' && !tokenization)
      problems.push(`${field} lacks "tokenization": say browser, server or none.`);
    const { currencies = DEFAULT_CURRENCIES, installmentCurrencies } = capability;
    if (method !== 'CREDIT_CARD' && (capability.currencies || installmentCurrencies))
      problems.push(`${field} must not have currencies: it is in BRL.`);
    if (installmentCurrencies?.some((currency) => !currencies.includes(currency)))
      problems.push(`${field}.installmentCurrencies names one that currencies lacks: add it there.`);
    if (method !== 'CREDIT_CARD' && (tokenization || capability.storedCards || capability.maxInstallments)) {
      problems.push(`${field} must not have tokenization, storedCards or maxInstallments: they are for CREDIT_CARD.`);
    }
    if (capability.encryptsCards && tokenization !== 'browser')
      problems.push(`${field}.encryptsCards needs tokenization "browser": a card is encrypted where it is typed.`);
    if (capability.agreements && !capability.storedCards)
      problems.push(`${field}.agreements needs storedCards: only a stored card is charged while its buyer is away.`);
    if ((capability.minAmount ?? 0) > (capability.maxAmount ?? Number.POSITIVE_INFINITY))
      problems.push(`${field}.minAmount is above maxAmount: lower it.`);
    if (expiresInSeconds && maxExpiresInSeconds && expiresInSeconds > maxExpiresInSeconds) {
      problems.push(`${field}.expiresInSeconds is above maxExpiresInSeconds: lower it.`);
    }
    problems.push(...checkExpiry(field, method, capability));
  }
  const isBrowser = capabilities.methods?.CREDIT_CARD?.tokenization === 'browser';
  if (isBrowser && !tokenizer) problems.push('CREDIT_CARD is tokenised in the browser: declare "tokenizer".');
  if (!isBrowser && tokenizer)
    problems.push('"tokenizer" needs capabilities.methods.CREDIT_CARD.tokenization "browser".');
  return problems;
}

function checkExpiry(
  field: string,
  method: string,
  {
    expiry = 'set',
    expiresInSeconds = Number.POSITIVE_INFINITY,
    minExpiresInSeconds,
    maxExpiresInSeconds,
  }: MethodCapability,
): string[] {
  const isLimited = minExpiresInSeconds !== undefined || maxExpiresInSeconds !== undefined;
  const shortest = minExpiresInSeconds ?? 0;
  if (method === 'CREDIT_CARD' && (isLimited || expiry !== 'set'))
    return [`${field} must not have an expiry: cards have none.`];
  if (expiry === 'fixed' && expiresInSeconds === Number.POSITIVE_INFINITY)
    return [`${field}.expiry is fixed: say with "expiresInSeconds" for how long.`];
  if ((expiry === 'fixed' || expiry === 'none') && isLimited)
    return [`${field} must not have minExpiresInSeconds or maxExpiresInSeconds: its expiry is ${expiry}.`];
  if (shortest > Math.min(expiresInSeconds, maxExpiresInSeconds ?? Number.POSITIVE_INFINITY))
    return [`${field}.minExpiresInSeconds is above expiresInSeconds or maxExpiresInSeconds: lower it.`];
  if (expiry === 'days' && maxExpiresInSeconds !== undefined && maxExpiresInSeconds < DAY_SECONDS)
    return [`${field}.maxExpiresInSeconds is below a day, which the expiry is counted in: raise it.`];
  return [];
}
const DAY_SECONDS = 86_400;

/** Files, and questions for one kind of person, belong to the form in which people apply for an account. */
function checkReceiverForm({ credentials, receiverFields, operations }: Manifest): string[] {
  const strange = Object.entries(credentials.properties).flatMap(([name, { format, onlyFor, missing, document }]) =>
    format === 'file' || onlyFor || missing || document ? [name] : [],
  );
  const problems = strange.map(
    (name) =>
      `credentials.properties.${name} has format "file", "onlyFor", "missing" or "document", which only receiverFields may have: remove it.`,
  );
  if (receiverFields && !operations.includes('createReceiver'))
    problems.push('receiverFields needs the operation "createReceiver": add it.');
  for (const name of receiverFields?.required ?? [])
    if (!receiverFields?.properties[name])
      problems.push(`receiverFields.required names "${name}", which receiverFields.properties lacks: add it.`);
  for (const [name, { type, format, document }] of Object.entries(receiverFields?.properties ?? {})) {
    if (format === 'file' && type !== 'string')
      problems.push(`receiverFields.properties.${name} is a file: declare it as a string.`);
    if (document && format !== 'file')
      problems.push(`receiverFields.properties.${name} names a document and is no file: add "format": "file".`);
  }
  return problems;
}

function checkBanks({ capabilities, operations }: Manifest): string[] {
  const { banks, banksWithoutBranchDigit = [] } = capabilities;
  const strange = banks && banksWithoutBranchDigit.find((code) => !banks.includes(code));
  const ofReceivers = (['receiverDocuments', 'receiverBanks'] as const).filter((name) => capabilities[name]);
  const idle = operations.includes('createReceiver') ? [] : ofReceivers;
  return [
    ...(strange ? [`capabilities.banksWithoutBranchDigit has ${strange}, which banks lacks: add it there.`] : []),
    ...idle.map((name) => `capabilities.${name} needs the operation "createReceiver": add it.`),
  ];
}

/** A package that charges a buyer under an agreement can also look at it and end it. */
const MANDATE_OPERATIONS = [
  'createMandate',
  'getMandate',
  'cancelMandate',
  'chargeMandate',
  'getMandateCharge',
] as const satisfies Operation[];

function checkOperations({ capabilities, operations, lookup }: Manifest): string[] {
  const problems: string[] = [];
  const methods = Object.values(capabilities.methods ?? {});
  const mustAgree = (operation: Operation, isOffered: boolean, capability: string) => {
    if (operations.includes(operation) === isOffered) return;
    problems.push(
      isOffered
        ? `operations lacks "${operation}", which ${capability} needs: add it.`
        : `operations has "${operation}" without ${capability}: declare that or remove the operation.`,
    );
  };
  const needs = (operation: Operation, other: Operation) => {
    if (operations.includes(operation) && !operations.includes(other)) {
      problems.push(`operations has "${operation}" without "${other}": add it.`);
    }
  };
  mustAgree('createTransaction', methods.length > 0, 'capabilities.methods');
  mustAgree(
    'refund',
    methods.some(({ refund }) => refund !== 'none'),
    'a method with refund',
  );
  mustAgree('withdraw', (capabilities.withdraw?.length ?? 0) > 0, 'capabilities.withdraw');
  mustAgree('createCardId', capabilities.methods?.CREDIT_CARD?.storedCards === true, 'CREDIT_CARD.storedCards');
  for (const operation of ['capture', 'void'] as const)
    mustAgree(operation, capabilities.methods?.CREDIT_CARD?.authorizes === true, 'CREDIT_CARD.authorizes');
  if (methods.some(({ authenticates, redirect }) => authenticates && !redirect))
    problems.push('"authenticates" needs "redirect", the page on which the owner of a card confirms: declare it.');
  const { mandates } = capabilities;
  for (const operation of MANDATE_OPERATIONS) mustAgree(operation, mandates !== undefined, 'capabilities.mandates');
  mustAgree('retryMandateCharge', mandates?.retries.includes('3R_7D') === true, 'mandates with retries of "3R_7D"');
  mustAgree('refundMandateCharge', mandates?.refund !== undefined, 'mandates with refund');
  mustAgree('scoreTransaction', capabilities.scores === true, 'capabilities.scores');
  needs('reportOutcome', 'scoreTransaction');
  for (const operation of ['checkPerson', 'getPersonCheck'] as const)
    mustAgree(operation, capabilities.personChecks === true, 'capabilities.personChecks');
  needs('cancelMandateCharge', 'chargeMandate');
  needs('deleteCard', 'createCardId');
  needs('getWithdraw', 'withdraw');
  needs('authorizeWithdraw', 'withdraw');
  needs('getTransaction', 'createTransaction');
  needs('getReceiverDocuments', 'getReceiver');
  needs('sendReceiverDocument', 'getReceiverDocuments');
  needs('getReceiverLink', 'getReceiverDocuments');
  if (lookup.byReference && !operations.includes('getTransaction')) {
    problems.push('lookup.byReference needs the operation "getTransaction": add it.');
  }
  if (lookup.withdrawByReference && !operations.includes('getWithdraw')) {
    problems.push('lookup.withdrawByReference needs the operation "getWithdraw": add it.');
  }
  for (const [name, operation] of [
    ['mandateByReference', 'getMandate'],
    ['mandateChargeByReference', 'getMandateCharge'],
  ] as const)
    if (lookup[name] && !operations.includes(operation))
      problems.push(`lookup.${name} needs the operation "${operation}": add it.`);
  const isWithCharge = mandates?.journeys.some((journey) => journey > 2);
  if (isWithCharge && !capabilities.methods?.PIX)
    problems.push('capabilities.mandates.journeys 3 and 4 need the code of a charge: declare PIX, or leave them out.');
  if (lookup.withdraw && !operations.includes('getWithdraw'))
    problems.push('lookup.withdraw needs the operation "getWithdraw": add it, or leave lookup.withdraw out.');
  return problems;
}

function checkEvidence({
  evidence,
  evidenceByOperation = {},
  verifiedByOperation = {},
  operations,
}: Manifest): string[] {
  const unknown = Object.keys(verifiedByOperation).filter((name) => !(operations as string[]).includes(name));
  const levels = Object.entries(evidenceByOperation).flatMap(([name, level]) => {
    if (!(operations as string[]).includes(name))
      return [`evidenceByOperation has ${name}, which operations does not: add it there or remove it here.`];
    return level === evidence
      ? [`evidenceByOperation.${name} is "${level}", as evidence says of the whole package: leave it out.`]
      : [];
  });
  return [
    ...levels,
    ...unknown.map(
      (name) => `verifiedByOperation has ${name}, which operations does not: add it there or remove it here.`,
    ),
  ];
}

function checkStatus({ capabilities, operations, status, disputeWords }: Manifest): string[] {
  const problems: string[] = [];
  const chargeback = Object.entries(status.payment.map).find(([, mapped]) => mapped === 'CHARGEBACK');
  if (capabilities.chargeback === 'none' && chargeback)
    problems.push(
      `capabilities.chargeback is "none", but status.payment.map has "${chargeback[0]}": remove one of them.`,
    );
  if (operations.includes('withdraw') && !status.withdraw)
    problems.push('status lacks "withdraw", whose words withdraw needs: add it.');
  const hasReceivers = operations.includes('createReceiver') || operations.includes('getReceiver');
  if (hasReceivers && !status.receiver) problems.push('status lacks "receiver", whose words receivers need: add it.');
  if (operations.includes('getReceiverDocuments') && !status.receiverDocument)
    problems.push('status lacks "receiverDocument", whose words getReceiverDocuments needs: add it.');
  if (capabilities.personChecks && !status.personCheck)
    problems.push('status lacks "personCheck", whose words checkPerson needs: add it.');
  if (status.personCheck && status.personCheck.unknown !== 'REVIEW')
    problems.push(
      'status.personCheck.unknown must be REVIEW: nobody is let through, or refused, by a word that nobody knows.',
    );
  for (const kind of ['mandate', 'mandateCharge'] as const) {
    if (capabilities.mandates && !status[kind])
      problems.push(`status lacks "${kind}", whose words mandates need: add it.`);
    // A wrong word would charge without an agreement, or end one that goes on.
    if (status[kind] && status[kind].unknown !== 'PENDING')
      problems.push(`status.${kind}.unknown must be PENDING: an unknown word is asked about again.`);
  }
  for (const [kind, table] of Object.entries(status)) {
    const seen = new Map<string, string>();
    for (const [word, mapped] of Object.entries(table.map)) {
      const other = seen.get(word.toLowerCase());
      if (other !== undefined && other !== mapped)
        problems.push(`status.${kind}.map has "${word}" twice with two meanings: keep one.`);
      seen.set(word.toLowerCase(), mapped);
    }
  }
  const known = new Set(Object.keys(status.payment.map).map((word) => word.toLowerCase()));
  for (const word of Object.keys(disputeWords ?? {}))
    if (!known.has(word.toLowerCase()))
      problems.push(
        `disputeWords has "${word}", which status.payment.map lacks: say there what becomes of the payment.`,
      );
  // A status word that the manifest does not list must never deliver goods or count money as paid out.
  if (status.payment.unknown === 'APPROVED') problems.push('status.payment.unknown must not be APPROVED.');
  if (status.withdraw && status.withdraw.unknown !== 'PENDING')
    problems.push('status.withdraw.unknown must be PENDING: a wrong rejection would pay twice.');
  if (status.receiverDocument && status.receiverDocument.unknown !== 'SENT')
    problems.push('status.receiverDocument.unknown must be SENT: nobody is asked again, or let through, by mistake.');
  if (status.receiver?.unknown === 'ACTIVE') problems.push('status.receiver.unknown must not be ACTIVE.');
  return problems;
}

/** A billion references contain two equal ones with a chance of one in two million. */
const DIGEST_BITS = 80;

function checkReliability({ idempotency, reference, byOperation = {}, operations }: Manifest): string[] {
  const strange = Object.keys(byOperation).filter((name) => !(operations as string[]).includes(name));
  if (strange.length > 0)
    return [`byOperation has ${strange.join(', ')}, which operations does not: add it there or remove it here.`];
  if (reference?.digest) {
    if (bitsOf(reference) < DIGEST_BITS)
      return [`reference must leave at least ${DIGEST_BITS} bits to a digest: fewer may meet by chance.`];
    if (operations.includes('processWebhook'))
      return ['reference.digest and processWebhook exclude each other: nothing reads a reference out of an event.'];
  } else if (reference) {
    const shortest = shortestReference(reference);
    if (Math.max(reference.minLength ?? 0, shortest) > reference.maxLength)
      return [
        `reference.maxLength must be at least ${shortest}, and not below minLength: less cannot hold a reference.`,
      ];
  }
  if (idempotency.supported || !idempotency.header) return [];
  return ['idempotency.header is set though idempotency.supported is false: set it to true or remove the header.'];
}

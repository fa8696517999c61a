/** Checks that the proofs of a manifest's webhooks can prove something, and can stand beside each other. */
import { isIP } from 'node:net';
import type { Manifest, WebhookAuthentication } from '@feira/schemas/manifest';
import { signsBody } from './webhook-authentication.ts';

/** All declared proofs of a webhook's sender, with the field of each. */
export const listProofs = ({ webhook }: Manifest): (readonly [field: string, proof: WebhookAuthentication])[] => [
  ['webhook.authentication', webhook.authentication],
  ...(webhook.alternatives ?? []).map((proof, index) => [`webhook.alternatives.${index}`, proof] as const),
];

/** The credentials that prove a webhook's sender. */
export const listProofSecrets = (manifest: Manifest): string[] => [
  ...new Set(
    listProofs(manifest).flatMap(([, proof]) => {
      if (proof.type === 'basic')
        return [proof.username.credential, proof.password.credential].flatMap((name) => name ?? []);
      return 'credential' in proof ? [proof.credential] : [];
    }),
  ),
];

const PLACEHOLDER = /^(?:secret|body|values|(?:body|query|header|part)\.[^{}|]+)(?:\|(?:lower|upper))?$/;

/** The ways in which proofs of webhooks make no sense. */
export function checkWebhook(manifest: Manifest): string[] {
  const wrong = manifest.webhook.addresses?.filter((address) => isIP(address) === 0) ?? [];
  const problems = wrong.map(
    (address) => `webhook.addresses has "${address}", which is no address: write one as 203.0.113.7.`,
  );
  const proofs = listProofs(manifest);
  for (const [field, proof] of proofs) {
    const isRest = field === 'webhook.authentication' && proofs.every(([, one]) => one === proof || signsBody(one));
    if (proof.type === 'none' && proofs.length > 1 && !isRest)
      problems.push(`${field} is "none", which makes the other proofs needless: leave it out.`);
    if (proof.type !== 'hmac' && proof.type !== 'hash' && proof.type !== 'bodyHash') continue;
    for (const [, name = ''] of (proof.over ?? '').matchAll(/\{([^{}]*)\}/g)) {
      if (!PLACEHOLDER.test(name))
        problems.push(`${field}.over names "{${name}}": write body, body.x, query.x, header.x, part.x or secret.`);
    }
    if (proof.type !== 'hmac' && !proof.over.includes('{secret}'))
      problems.push(`${field}.over lacks {secret}: without it anybody could make the digest.`);
    if (proof.type !== 'bodyHash' && proof.over?.includes('{values}'))
      problems.push(`${field}.over names {values}, which only a digest in the body covers: write {body}.`);
    if (proof.type === 'bodyHash') {
      if (/\{(body[|}]|part\.)/.test(proof.over))
        problems.push(
          `${field}.over names the body or a part of a header: a digest in the body covers body.x, query.x and header.x.`,
        );
      continue;
    }
    if ((proof.maxAgeSeconds === undefined) !== (proof.timestamp === undefined))
      problems.push(`${field} needs both timestamp and maxAgeSeconds, or neither.`);
    if (proof.timestamp !== undefined && !PLACEHOLDER.test(proof.timestamp))
      problems.push(`${field}.timestamp must be body.x, query.x, header.x or part.x.`);
    else if (proof.timestamp !== undefined && proof.over?.includes(`{${proof.timestamp}}`) === false)
      problems.push(`${field}.over lacks {${proof.timestamp}}: an age that is not signed says nothing.`);
  }
  const isBodyChanged = proofs.some(([, proof]) => proof.type === 'field' && proof.in === 'body');
  const signed = proofs.find(([, proof]) => signsBody(proof));
  if (isBodyChanged && signed)
    problems.push(
      `${signed[0]} covers the body, in which the secret of another proof is replaced: declare one of them.`,
    );
  return problems;
}

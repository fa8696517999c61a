import type { Manifest } from '@feira/schemas/manifest';
import type { Operation } from '@feira/schemas/provider';

/** The manifest with only the capabilities that are kept, and the operations that any of these needs. Asks by names such as "PIX.refund". */
export function keepCapabilities(manifest: Manifest, isKept: (capability: string) => boolean): Manifest {
  const { capabilities } = manifest;
  const methods = Object.entries(capabilities.methods ?? {}).flatMap(([method, capability]) => {
    if (!isKept(method)) return [];
    const kept = { ...capability };
    if (kept.refund !== 'none' && !isKept(`${method}.refund`)) kept.refund = 'none';
    if ((kept.maxInstallments ?? 1) > 1 && !isKept(`${method}.installments`)) kept.maxInstallments = 1;
    if (kept.storedCards && !isKept(`${method}.storedCards`)) {
      kept.storedCards = false;
      delete kept.agreements;
    }
    if (kept.authorizes && !isKept(`${method}.authorizes`)) kept.authorizes = false;
    if (kept.redirect && !isKept(`${method}.redirect`)) {
      delete kept.redirect;
      delete kept.authenticates;
    }
    return [[method, kept] as const];
  });
  const kept: Manifest['capabilities'] = {
    ...capabilities,
    methods: Object.fromEntries(methods),
    splits: capabilities.splits ? isKept('splits') : false,
    withdraw: (capabilities.withdraw ?? []).filter((kind) => isKept(`withdraw.${kind}`)),
    mandates: capabilities.mandates && isKept('mandates') ? capabilities.mandates : undefined,
    ...(capabilities.scores && { scores: isKept('scores') }),
    ...(capabilities.personChecks && { personChecks: isKept('personChecks') }),
  };
  const hasReceivers = manifest.operations.some((name) => name.endsWith('Receiver')) && isKept('receivers');
  const hasDocuments = manifest.operations.includes('getReceiverDocuments') && isKept('receivers.documents');
  const hasWebhooks = manifest.operations.includes('processWebhook') && isKept('webhooks');
  const operations = manifest.operations.filter((name) =>
    isNeeded(name, kept, { hasReceivers, hasDocuments, hasWebhooks }),
  );
  return { ...manifest, capabilities: kept, operations };
}

function isNeeded(
  operation: Operation,
  { methods = {}, withdraw = [], mandates, scores = false, personChecks = false }: Manifest['capabilities'],
  has: { hasReceivers: boolean; hasDocuments: boolean; hasWebhooks: boolean },
): boolean {
  const all = Object.values(methods);
  switch (operation) {
    case 'createCardToken':
      return methods.CREDIT_CARD !== undefined;
    case 'createCardId':
    case 'deleteCard':
      return methods.CREDIT_CARD?.storedCards === true;
    case 'createTransaction':
    case 'getTransaction':
      return all.length > 0;
    case 'refund':
      return all.some(({ refund }) => refund !== 'none');
    case 'capture':
    case 'void':
      return methods.CREDIT_CARD?.authorizes === true;
    case 'withdraw':
    case 'getWithdraw':
    case 'authorizeWithdraw':
      return withdraw.length > 0;
    case 'createReceiver':
    case 'getReceiver':
      return has.hasReceivers;
    case 'getReceiverDocuments':
    case 'sendReceiverDocument':
    case 'getReceiverLink':
      return has.hasReceivers && has.hasDocuments;
    case 'processWebhook':
      return has.hasWebhooks;
    case 'createMandate':
    case 'getMandate':
    case 'cancelMandate':
    case 'chargeMandate':
    case 'getMandateCharge':
    case 'retryMandateCharge':
    case 'cancelMandateCharge':
    case 'refundMandateCharge':
      return mandates !== undefined;
    case 'scoreTransaction':
    case 'reportOutcome':
      return scores;
    case 'checkPerson':
    case 'getPersonCheck':
      return personChecks;
  }
}

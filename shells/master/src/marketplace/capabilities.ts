/** Reads a provider's capabilities from its manifest: declared, and not switched off for lack of proof. */
import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Manifest, MethodCapability } from '@feira/schemas/manifest';

/** The capabilities by which people search besides methods. */
export const CAPABILITIES = [
  'refund',
  'partialRefund',
  'installments',
  'storedCards',
  'splits',
  'withdraw',
  'receivers',
  'mandates',
  'scores',
  'personChecks',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

export interface OfferedMethod {
  method: PaymentMethod;
  capability: MethodCapability;
  /** False where the report does not prove it. */
  isOn: boolean;
}

/** Returns the manifest of the package, which the server has checked. */
export const readManifest = (manifest: Record<string, unknown>): Manifest => manifest as unknown as Manifest;

export function listMethods({ capabilities }: Manifest, switchedOff: readonly string[]): OfferedMethod[] {
  const { methods = {} } = capabilities;
  return PAYMENT_METHODS.flatMap((method) => {
    const capability = methods[method];
    return capability ? [{ method, capability, isOn: !switchedOff.includes(method) }] : [];
  });
}

/** A provider with partial refunds also refunds in full. */
export const leaveOutImplied = (capabilities: readonly Capability[]): Capability[] =>
  capabilities.filter((one) => one !== 'refund' || !capabilities.includes('partialRefund'));

export function listCapabilities(manifest: Manifest, switchedOff: readonly string[]): Capability[] {
  const { splits = false, withdraw = [], mandates, scores = false, personChecks = false } = manifest.capabilities;
  const isOn = (name: string) => !switchedOff.includes(name);
  const methods = listMethods(manifest, switchedOff).filter((method) => method.isOn);
  const some = (part: string, has: (capability: MethodCapability) => boolean) =>
    methods.some(({ method, capability }) => has(capability) && isOn(`${method}.${part}`));
  const held: Record<Capability, boolean> = {
    refund: some('refund', ({ refund }) => refund !== 'none'),
    partialRefund: some('refund', ({ refund }) => refund === 'partial'),
    installments: some('installments', ({ maxInstallments = 1 }) => maxInstallments > 1),
    storedCards: some('storedCards', ({ storedCards = false }) => storedCards),
    splits: splits && isOn('splits'),
    withdraw: withdraw.some((kind) => isOn(`withdraw.${kind}`)),
    receivers: manifest.operations.includes('createReceiver') && isOn('receivers'),
    mandates: mandates !== undefined && isOn('mandates'),
    scores: scores && isOn('scores'),
    personChecks: personChecks && isOn('personChecks'),
  };
  return CAPABILITIES.filter((name) => held[name]);
}

/** Lists what the providers of a platform take for the end of a PIX or boleto, for the form in which it is set. */
import { type ConnectionsApp, listConnections } from '../connections/service.ts';

const METHODS = ['PIX', 'BILLET'] as const;

export async function listExpiryLimits(app: ConnectionsApp, platformId: string) {
  const connections = [...(await listConnections(app, platformId)).values()].filter(({ isEnabled }) => isEnabled);
  return connections.flatMap(({ name, methods, manifest }) =>
    METHODS.filter((method) => methods.includes(method)).flatMap((method) => {
      const {
        expiry = 'set',
        expiresInSeconds,
        minExpiresInSeconds,
        maxExpiresInSeconds,
      } = manifest.capabilities.methods?.[method] ?? {};
      const isLimited = expiry !== 'set' || minExpiresInSeconds !== undefined || maxExpiresInSeconds !== undefined;
      const limits = { expiresInSeconds, minExpiresInSeconds, maxExpiresInSeconds };
      return isLimited ? [{ connection: name, method, expiry, ...limits }] : [];
    }),
  );
}

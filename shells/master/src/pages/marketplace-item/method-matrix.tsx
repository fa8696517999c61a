import type { Manifest } from '@feira/schemas/manifest';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listMethods, type OfferedMethod } from '../../marketplace/capabilities.ts';
import { splitDuration } from './duration.ts';

interface MethodMatrixProps {
  manifest: Manifest;
  switchedOff: readonly string[];
}

/** Shows the capabilities of each method. A capability without a proof is off, whatever the manifest claims. */
export function MethodMatrix({ manifest, switchedOff }: MethodMatrixProps) {
  const { t } = useTranslation('marketplace');
  const rows = useRows(switchedOff);
  const methods = listMethods(manifest, switchedOff);
  if (methods.length === 0)
    return (
      <section className="panel">
        <h2>{t('matrix.title')}</h2>
        <p className="muted">{t('matrix.noMethods')}</p>
      </section>
    );
  return (
    <section className="panel">
      <h2 id="matrix-title">{t('matrix.title')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus. */}
      <section className="plain-table" aria-labelledby="matrix-title" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('matrix.capability')}</th>
              {methods.map(({ method }) => (
                <th key={method} scope="col">
                  <SaleMethod method={method} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ isFor }) => methods.some(isFor))
              .map(({ key, title, isFor, show }) => (
                <tr key={key}>
                  <th scope="row">{title}</th>
                  {methods.map((method) => (
                    <td key={method.method}>{isFor(method) ? show(method) : <NotFor />}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function NotFor() {
  const { t } = useTranslation('marketplace');
  return (
    <span className="muted">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('matrix.notFor')}</span>
    </span>
  );
}

interface Row {
  key: string;
  title: string;
  isFor: (method: OfferedMethod) => boolean;
  show: (method: OfferedMethod) => ReactNode;
}

const isCard = ({ method }: OfferedMethod) => method === 'CREDIT_CARD';

function useRows(switchedOff: readonly string[]): Row[] {
  const { t } = useTranslation('marketplace');
  const off = <span className="matrix-off">{t('matrix.off')}</span>;
  const time = (seconds: number) => {
    const { unit, count } = splitDuration(seconds);
    return t(`duration.${unit}`, { count });
  };
  /** The capability is off with the method as a whole, or by itself. */
  const provenOnly = (part: string, { method, isOn }: OfferedMethod, shown: string, isClaimed: boolean) =>
    isClaimed && (!isOn || switchedOff.includes(`${method}.${part}`)) ? off : shown;
  return [
    {
      key: 'refund',
      title: t('matrix.refund'),
      isFor: () => true,
      show: (offered) => {
        const { refund } = offered.capability;
        return provenOnly('refund', offered, t(`matrix.refunds.${refund}`), refund !== 'none');
      },
    },
    {
      key: 'tokenization',
      title: t('matrix.tokenization'),
      isFor: isCard,
      show: ({ capability: { tokenization = 'none' }, isOn }) =>
        isOn ? t(`matrix.tokenizations.${tokenization}`) : off,
    },
    {
      key: 'installments',
      title: t('matrix.installments'),
      isFor: isCard,
      show: (offered) => {
        const { maxInstallments = 1 } = offered.capability;
        const shown = maxInstallments > 1 ? t('matrix.upTo', { count: maxInstallments }) : t('matrix.single');
        return provenOnly('installments', offered, shown, maxInstallments > 1);
      },
    },
    {
      key: 'storedCards',
      title: t('matrix.storedCards'),
      isFor: isCard,
      show: (offered) => {
        const { storedCards = false } = offered.capability;
        return provenOnly('storedCards', offered, t(storedCards ? 'yes' : 'no'), storedCards);
      },
    },
    {
      key: 'redirect',
      title: t('matrix.redirect'),
      isFor: ({ capability }) => capability.redirect !== undefined,
      show: (offered) => provenOnly('redirect', offered, offered.capability.redirect?.hosts.join(', ') ?? '', true),
    },
    {
      key: 'expires',
      title: t('matrix.expires'),
      isFor: ({ capability }) => capability.expiresInSeconds !== undefined,
      show: ({ capability }) => time(capability.expiresInSeconds!),
    },
    {
      key: 'expiry',
      title: t('matrix.expiry'),
      isFor: ({ capability }) => capability.expiry !== undefined && capability.expiry !== 'set',
      show: ({ capability }) => t(`matrix.expiries.${capability.expiry as 'days' | 'fixed' | 'none'}`),
    },
    {
      key: 'minExpires',
      title: t('matrix.minExpires'),
      isFor: ({ capability }) => capability.minExpiresInSeconds !== undefined,
      show: ({ capability }) => time(capability.minExpiresInSeconds!),
    },
    {
      key: 'maxExpires',
      title: t('matrix.maxExpires'),
      isFor: ({ capability }) => capability.maxExpiresInSeconds !== undefined,
      show: ({ capability }) => time(capability.maxExpiresInSeconds!),
    },
    {
      key: 'asks',
      title: t('matrix.asks'),
      isFor: () => true,
      show: ({ capability: { requiredBuyerFields = [] } }) =>
        requiredBuyerFields.length === 0
          ? t('matrix.onlyBasics')
          : requiredBuyerFields.map((field) => t(`matrix.asked.${field}`)).join(', '),
    },
  ];
}

import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useTranslation } from 'react-i18next';
import type { Earnings } from './use-earnings.ts';

/** Shows what buyers paid, what was refunded, what others received, and what is left. */
export function EarningFigures({ earnings }: { earnings: Earnings | undefined }) {
  const { t } = useTranslation('reports');
  const { locale } = useHost();
  const money = (cents: number) => earnings && formatSigned(cents, earnings.currency, locale);
  const { gross = 0, refunded = 0, fees = 0, commissions = 0, net = 0, sales = 0 } = earnings ?? {};
  return (
    <FigureList label={t('figures')}>
      <Figure
        isMain
        label={t('net')}
        value={money(net)}
        note={t('netNote', { share: formatShare(net, gross, locale) })}
      />
      <Figure label={t('gross')} value={money(gross)} note={t('salesNote', { count: sales })} />
      <Figure
        label={t('taken')}
        value={money(fees + commissions)}
        note={t('takenNote', { fees: money(fees), commissions: money(commissions) })}
      />
      <Figure
        label={t('refunded')}
        value={money(refunded)}
        note={t('refundedNote', { share: formatShare(refunded, gross, locale) })}
      />
    </FigureList>
  );
}

import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { type DraftGroups, isCheapestFirst, listServing, readConditions } from './route-draft.ts';
import { useConditionWords } from './use-condition-words.ts';

interface RoutesPreviewProps {
  method: PaymentMethod;
  groups: DraftGroups;
  currency: Currency;
  nameOf: (connectionId: string) => string;
}

/** Describes the list in one sentence: "Pix: 70% Asaas, 30% Pagar.me; se nenhuma atender, Sandbox." */
export function RoutesPreview({ method, groups, currency, nameOf }: RoutesPreviewProps) {
  const { t } = useTranslation(['routes', 'kit']);
  const { locale } = useHost();
  const describe = useConditionWords(currency);
  const serving = listServing(groups);
  const name = t(`kit:method.${method}`);
  if (serving.length === 0)
    return (
      <div className="notice notice-error">
        <Icon name="alert" />
        <p>{t('preview.nobody', { method: name })}</p>
      </div>
    );
  const listNames = (group: (typeof serving)[number]) => {
    const isByCost = isCheapestFirst(group.map(({ route }) => route));
    const names = group
      .map(({ route, weight, total }) => {
        const resting = route.state === 'CIRCUIT_OPEN' ? t('preview.resting') : '';
        const notes = [describe(readConditions(route.conditions, method)), resting].filter(Boolean).join('; ');
        const share = group.length > 1 && !isByCost ? `${formatShare(weight, total, locale)} ` : '';
        return share + nameOf(route.connectionId) + (notes && ` (${notes})`);
      })
      .join(', ');
    return isByCost ? t('preview.cheapest', { names }) : names;
  };
  const sentence = serving.map((group, index) =>
    index === 0
      ? t('preview.first', { method: name, names: listNames(group) })
      : t('preview.then', { count: serving[index - 1]!.length, names: listNames(group) }),
  );
  return <p className="routes-preview">{`${sentence.join('')}.`}</p>;
}

import { ChoiceBox } from '@feira/shell-kit/components/choice-box';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../components/use-permission.ts';
import type { User } from './use-profile.ts';
import { useManagerAssignment, useManagerChoices } from './use-user-changes.ts';

export function ManagerPanel({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation('admin');
  const can = usePermission();
  const { run, error, isBusy } = useManagerAssignment();
  const mayChange = can('isUserAdvancedOptionsAvailable') && !isOwn;
  const mayChoose = mayChange && can('isManagersAvailable');
  const assign = (managerId: string | null) => void run({ personId: user.id, managerId });
  return (
    <section className="panel" aria-labelledby="user-manager">
      <h2 id="user-manager">{t('users.manager')}</h2>
      <p>{user.manager ? t('users.managedBy', { name: user.manager.name }) : t('users.noManager')}</p>
      {mayChoose && <ManagerChoice user={user} isBusy={isBusy} onChoose={assign} />}
      {mayChange && user.manager && (
        <div>
          <button type="button" className="button" aria-busy={isBusy} onClick={() => !isBusy && assign(null)}>
            {t('users.removeManager')}
          </button>
        </div>
      )}
      {mayChange && !mayChoose && <p className="muted">{t('users.managersNeeded')}</p>}
      {!mayChange && !isOwn && <p className="muted">{t('users.advancedNeeded')}</p>}
      <Refusal error={error} />
    </section>
  );
}

interface ManagerChoiceProps {
  user: User;
  isBusy: boolean;
  onChoose: (managerId: string) => void;
}

/** The search finds managers by name: a platform may have more than a list can show. */
function ManagerChoice({ user, isBusy, onChoose }: ManagerChoiceProps) {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useState('');
  const { data, error, isFetching } = useManagerChoices(search);
  const managers = (data?.people ?? []).filter(({ id }) => id !== user.id);
  return (
    <>
      <ChoiceBox<string>
        isSearchable
        onSearch={setSearch}
        label={t('users.chooseManager')}
        placeholder={t('users.chooseManager')}
        chosen={user.manager ? [user.manager.id] : []}
        isBusy={isFetching || isBusy}
        isDisabled={isBusy}
        nothingText={isFetching ? t('users.searchingManagers') : t('users.noManagerFound')}
        onChoose={onChoose}
        choices={withCurrent(managers, user.manager).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Refusal error={error} />
    </>
  );
}

/** The current manager is shown by name also when the search finds others. */
const withCurrent = (managers: { id: string; name: string }[], current: User['manager']) =>
  current && !managers.some(({ id }) => id === current.id) ? [current, ...managers] : managers;

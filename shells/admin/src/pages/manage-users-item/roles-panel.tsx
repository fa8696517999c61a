import { USER_ROLES } from '@feira/schemas/procedures/people';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleTags } from '../../components/person-words.tsx';
import { usePermission } from '../../components/use-permission.ts';
import type { User } from './use-profile.ts';
import { useUserRoles } from './use-user-changes.ts';

export function RolesPanel({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation('admin');
  const can = usePermission();
  const isFixed = isOwn || !can('isUserAdvancedOptionsAvailable');
  return (
    <section className="panel" aria-labelledby="user-roles">
      <h2 id="user-roles">{t('users.roles')}</h2>
      {isFixed ? (
        <>
          <RoleTags roles={user.roles} />
          {!isOwn && <p className="muted">{t('users.advancedNeeded')}</p>}
        </>
      ) : (
        <RolesForm user={user} />
      )}
    </section>
  );
}

function RolesForm({ user }: { user: User }) {
  const { t } = useTranslation(['admin', 'kit']);
  const current = USER_ROLES.filter((role) => user.roles.includes(role));
  const others = user.roles.filter((role) => !(USER_ROLES as readonly string[]).includes(role));
  const [chosen, setChosen] = useState(current);
  const { run, error, isBusy } = useUserRoles();
  const isDirty = chosen.join() !== current.join();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isDirty && !isBusy) void run({ personId: user.id, roles: chosen, version: user.version });
  };
  return (
    <form className="form" onSubmit={save}>
      <fieldset className="form-group">
        <legend className="visually-hidden">{t('users.roles')}</legend>
        {USER_ROLES.map((role) => (
          <CheckField
            key={role}
            label={t(`kit:role.${role}`)}
            hint={t(`users.roleHints.${role}`)}
            isChecked={chosen.includes(role)}
            onChange={(isChecked) =>
              setChosen(USER_ROLES.filter((other) => (other === role ? isChecked : chosen.includes(other))))
            }
          />
        ))}
      </fieldset>
      {others.length > 0 && (
        <p className="form-hint">
          {t('users.otherRoles', { roles: others.map((role) => t(`kit:role.${role}`)).join(', ') })}
        </p>
      )}
      <Refusal error={error} />
      <div>
        <button type="submit" className="button button-primary" disabled={!isDirty} aria-busy={isBusy}>
          {t('users.saveRoles')}
        </button>
      </div>
    </form>
  );
}

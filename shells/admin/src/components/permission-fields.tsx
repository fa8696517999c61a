import type { AdminPermission } from '@feira/schemas/options';
import { CheckField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import { NEEDED_PERMISSION, PERMISSION_GROUPS } from './permission-groups.ts';
import { usePermission } from './use-permission.ts';

interface PermissionFieldsProps {
  chosen: readonly AdminPermission[];
  onChange: (chosen: AdminPermission[]) => void;
}

/** The twenty switches with what each opens. Those the caller lacks stay as they are, and say so. */
export function PermissionFields({ chosen, onChange }: PermissionFieldsProps) {
  const { t } = useTranslation('admin');
  const can = usePermission();
  const set = (permission: AdminPermission, isOn: boolean) =>
    onChange(isOn ? [...chosen, permission] : chosen.filter((other) => other !== permission));
  const hint = (permission: AdminPermission) => {
    const needed = NEEDED_PERMISSION[permission];
    const isIdle = needed && chosen.includes(permission) && !chosen.includes(needed);
    return (
      <>
        {t(`permissions.descriptions.${permission}`)}
        {isIdle && ` ${t('permissions.needs', { name: t(`permissions.names.${needed}`) })}`}
        {!can(permission) && <strong className="permission-reason"> {t('permissions.notHeld')}</strong>}
      </>
    );
  };
  return PERMISSION_GROUPS.map(({ key, permissions }) => {
    const own = permissions.filter(can);
    const isAll = own.every((permission) => chosen.includes(permission));
    return (
      <fieldset key={key} className="form-group permission-group">
        <legend>{t(`permissions.groups.${key}`)}</legend>
        <div className="check-list">
          {permissions.map((permission) => (
            <CheckField
              key={permission}
              label={t(`permissions.names.${permission}`)}
              hint={hint(permission)}
              isChecked={chosen.includes(permission)}
              disabled={!can(permission)}
              onChange={(isOn) => set(permission, isOn)}
            />
          ))}
        </div>
        {own.length > 1 && (
          <button
            type="button"
            className="text-button"
            onClick={() =>
              onChange(
                isAll
                  ? chosen.filter((permission) => !(own as readonly string[]).includes(permission))
                  : [...new Set([...chosen, ...own])],
              )
            }
          >
            {t(isAll ? 'permissions.clearGroup' : 'permissions.chooseGroup')}
            <span className="visually-hidden"> {t(`permissions.groups.${key}`)}</span>
          </button>
        )}
      </fieldset>
    );
  });
}

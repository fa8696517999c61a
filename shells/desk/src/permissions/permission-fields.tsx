import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { NEEDED_PERMISSION, PERMISSION_GROUPS, PERMISSION_PRESETS } from './groups.ts';
import './permission-fields.css';
import { CheckField } from '@feira/shell-kit/components/form-fields';

interface PermissionFieldsProps {
  chosen: readonly AdminPermission[];
  /** The permissions that the caller may grant and remove. */
  held: readonly AdminPermission[];
  onChange: (chosen: AdminPermission[]) => void;
}

const PRESETS = Object.entries(PERMISSION_PRESETS) as [keyof typeof PERMISSION_PRESETS, readonly AdminPermission[]][];

/** Shows a switch for each permission with what each grants, and choices to start from. Permissions that the caller lacks are disabled, with the reason. */
export function PermissionFields({ chosen, held, onChange }: PermissionFieldsProps) {
  const { t } = useTranslation('permissions');
  const can = (permission: AdminPermission) => held.includes(permission);
  const set = (permission: AdminPermission, isOn: boolean) =>
    onChange(isOn ? [...chosen, permission] : chosen.filter((other) => other !== permission));
  const hint = (permission: AdminPermission) => {
    const needed = NEEDED_PERMISSION[permission];
    const isIdle = needed && chosen.includes(permission) && !chosen.includes(needed);
    return (
      <>
        {t(`descriptions.${permission}`)}
        {isIdle && ` ${t('needs', { name: t(`names.${needed}`) })}`}
        {!can(permission) && <strong className="permission-reason"> {t('notHeld')}</strong>}
      </>
    );
  };
  /** A preset leaves permissions alone that the caller may not change. */
  const start = (preset: readonly AdminPermission[]) =>
    onChange(ADMIN_PERMISSIONS.filter((permission) => (can(permission) ? preset : chosen).includes(permission)));
  const isStart = (preset: readonly AdminPermission[]) =>
    ADMIN_PERMISSIONS.filter(can).every((permission) => preset.includes(permission) === chosen.includes(permission));
  const groups = PERMISSION_GROUPS.map(({ key, permissions }) => {
    const own = permissions.filter(can);
    const isAll = own.every((permission) => chosen.includes(permission));
    return (
      <fieldset key={key} className="form-group permission-group">
        <legend>{t(`groups.${key}`)}</legend>
        <div className="check-list">
          {permissions.map((permission) => (
            <CheckField
              key={permission}
              label={t(`names.${permission}`)}
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
            {t(isAll ? 'clearGroup' : 'chooseGroup')}
            <span className="visually-hidden"> {t(`groups.${key}`)}</span>
          </button>
        )}
      </fieldset>
    );
  });
  return (
    <>
      <fieldset className="form-group">
        <legend>{t('presets.label')}</legend>
        <div className="permission-presets">
          {PRESETS.map(([key, preset]) => (
            <button
              key={key}
              type="button"
              className="button"
              aria-pressed={isStart(preset)}
              onClick={() => start(preset)}
            >
              {t(`presets.${key}`)}
            </button>
          ))}
        </div>
      </fieldset>
      {groups}
    </>
  );
}

import { FieldError } from './field.tsx';
import { usePage } from './page-context.ts';

/** The fields that the seller asks for besides. */
export function CustomFields() {
  const { boot, t, errors } = usePage();
  return boot.checkout.customFields?.map(({ key, label, kind, isRequired, options }) => {
    const name = `customFields.${key}`;
    const input = {
      id: name,
      name,
      required: isRequired,
      defaultValue: boot.values.customFields?.[key] ?? '',
      'aria-invalid': errors[name] ? true : undefined,
      'aria-describedby': errors[name] ? `${name}-error` : undefined,
    };
    return (
      <div className="field" key={key}>
        <label htmlFor={name}>
          {label}
          {!isRequired && <span className="optional"> {t('optional')}</span>}
        </label>
        {kind === 'CHOICE' ? (
          <select {...input}>
            <option value="" />
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        ) : (
          <input {...input} type={kind === 'DATE' ? 'date' : 'text'} maxLength={500} />
        )}
        <FieldError name={name} />
      </div>
    );
  });
}

import type { ApiError } from '@feira/shell-kit/client';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useTranslation } from 'react-i18next';
import type { findInvitationProblems, Invitation } from './invitation.ts';

interface InvitationFieldsProps {
  value: Invitation;
  problems: ReturnType<typeof findInvitationProblems>;
  error: ApiError | null;
  onChange: (value: Invitation) => void;
}

export function InvitationFields({ value, problems, error, onChange }: InvitationFieldsProps) {
  const { t } = useTranslation('admin');
  return (
    <div className="form-grid">
      <TextField
        name="name"
        label={t('people.name')}
        maxLength={120}
        value={value.name}
        problem={problems.name ? t(problems.name) : findFieldProblem(error, 'name')}
        onChange={(name) => onChange({ ...value, name })}
      />
      <TextField
        name="email"
        type="email"
        inputMode="email"
        label={t('people.email')}
        maxLength={254}
        value={value.email}
        problem={problems.email ? t(problems.email) : findFieldProblem(error, 'email')}
        onChange={(email) => onChange({ ...value, email })}
      />
    </div>
  );
}

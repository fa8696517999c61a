import type { Input } from '@feira/schemas/procedure';
import type { claimDomain } from '@feira/schemas/procedures/settings';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { isHost, readHost } from './host-text.ts';
import { useClaim } from './use-domains.ts';

const FIELDS = group({
  host: text({
    problem: 'domains.invalid',
    clean: readHost,
    test: isHost,
    control: { inputMode: 'url', spellCheck: false, autoCapitalize: 'none', maxLength: 300 },
  }),
} satisfies FieldsOf<typeof claimDomain>);

export function ClaimForm({ onDone }: { onDone: (message: string) => void }) {
  const { t } = useTranslation('admin');
  const change = useClaim();
  const { error, isBusy } = change;
  const { controls, clear, form } = useDraft({ fields: FIELDS, change, say: t });
  const claim = async ({ host }: Input<typeof claimDomain>) => {
    const answer = await change.run({ host });
    if (answer) {
      clear();
      onDone(t('domains.claimed', { host }));
    }
    return answer;
  };
  // These codes of the server concern one field, so the problem stands beside it and not above the form.
  const problem = controls.host.problem ?? (error?.code.startsWith('DOMAIN_') ? error.message : undefined);
  return (
    <form {...form(claim)} className="panel domains-claim">
      <TextField
        label={t('domains.host')}
        hint={t('domains.hostHint')}
        placeholder={t('domains.hostExample')}
        {...controls.host}
        problem={problem}
      />
      <button type="submit" className="button button-primary" aria-busy={isBusy}>
        {t('domains.claim')}
      </button>
      {!problem && <Refusal error={error} />}
    </form>
  );
}

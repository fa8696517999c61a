import { MOST_FUNNEL_STEPS } from '@feira/schemas/entities/funnel';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { EDIT_CONFLICT } from '@feira/shell-kit/use-change';
import { type Conflict, findForeignChanges, findTyped } from '@feira/shell-kit/use-versioned-draft';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPrice, showPrice } from './price.ts';
import { chooseOffer } from './repeats.ts';
import { StepFields } from './step-fields.tsx';
import { StepTree } from './step-tree.tsx';
import { addStep, type Branch, listBelow, newStep, removeStep } from './tree.ts';
import type { StepDraft } from './use-funnels.ts';
import { type Funnel, type Offer, useCreation, useDeletion, useSaving } from './use-funnels.ts';

type Terms = Pick<Funnel, 'name' | 'offerId' | 'isEnabled' | 'steps'>;
type Draft = Omit<Terms, 'steps'> & { steps: StepDraft[] };

interface FunnelEditorProps {
  /** Null for a new one. */
  funnel: Funnel | null;
  /** The values that a new funnel begins with, or the saved one. */
  begun: Terms;
  offers: Offer[];
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** Draws a funnel: from what it was when the person began, so that nobody's change is overwritten. */
export function FunnelEditor({ funnel, begun, offers, onClose, onCreated }: FunnelEditorProps) {
  const { t } = useTranslation(['funnels', 'kit']);
  const { locale } = useHost();
  const [base, setBase] = useState({ terms: begun, version: funnel?.version ?? 0 });
  const [edited, setEdited] = useState<Draft | null>(null);
  const [openId, setOpenId] = useState(begun.steps[0]!.id);
  const [isTried, setIsTried] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const creation = useCreation();
  const saving = useSaving();
  const deletion = useDeletion();
  const change = funnel ? saving : creation;
  const toDraft = (terms: Terms): Draft => ({
    name: terms.name,
    offerId: terms.offerId,
    isEnabled: terms.isEnabled,
    steps: terms.steps.map((step) => ({ ...step, price: showPrice(step.price, locale), picture: step.picture ?? '' })),
  });
  const hasConflict = change.error?.code === EDIT_CONFLICT;
  if (funnel && !edited && base.version !== funnel.version) setBase({ terms: funnel, version: funnel.version });
  const draft = edited ?? toDraft(base.terms);
  const edit = (part: Partial<Draft>) => {
    if ((change.isDone || change.error) && !hasConflict) change.reset();
    setEdited({ ...draft, ...part });
  };
  const entry = offers.find(({ id }) => id === draft.offerId);
  const sold = offers.filter(({ type, coin }) => type === 'ONE_TIME' && (!entry || coin === entry.coin));
  const open = draft.steps.find(({ id }) => id === openId) ?? draft.steps[0]!;
  const wrong = draft.steps.find(({ price }) => readPrice(price) === undefined);
  const problemCount = (wrong ? 1 : 0) + (draft.name.trim() ? 0 : 1);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (change.isBusy || hasConflict) return;
    setIsTried(true);
    if (wrong) setOpenId(wrong.id);
    if (problemCount > 0) return focusFirstProblem(form.current);
    const steps = draft.steps.map((step) => ({
      ...step,
      price: readPrice(step.price) ?? null,
      picture: step.picture.trim() || null,
    }));
    const terms = { name: draft.name.trim(), offerId: draft.offerId, isEnabled: draft.isEnabled, steps };
    if (!funnel) {
      const made = await creation.run(terms);
      if (!made) return;
      setEdited(null);
      onCreated(made.funnelId);
      return;
    }
    if (!(await saving.run({ funnelId: funnel.id, version: base.version, ...terms }))) return;
    setEdited(null);
    setIsTried(false);
  };
  const continueFrom = (next: Draft | null) => {
    if (funnel) setBase({ terms: funnel, version: funnel.version });
    setEdited(next);
    change.reset();
  };
  // The refusal has read what is saved now.
  const conflict: Conflict | null =
    hasConflict && change.error && funnel
      ? {
          error: change.error,
          changes: findForeignChanges({ ...toDraft(base.terms) }, { ...toDraft(funnel) }, { ...draft }),
          keep: () => continueFrom({ ...toDraft(funnel), ...findTyped(toDraft(base.terms), draft) }),
          discard: () => continueFrom(null),
        }
      : null;
  const add = (parentId: string, branch: Branch) => {
    const id = crypto.randomUUID();
    const place = (offerId: string) =>
      addStep(draft.steps, parentId, branch, { ...newStep(id, offerId), price: '', picture: '' });
    edit({ steps: place(chooseOffer(sold, draft.offerId, id, place) ?? draft.offerId) });
    setOpenId(id);
  };
  const remove = () => {
    edit({ steps: removeStep(draft.steps, open.id) });
    setOpenId(draft.steps[0]!.id);
  };
  const isRoot = open.id === draft.steps[0]?.id;
  const below = listBelow(draft.steps, open.id).length - 1;
  const labels: Record<string, string> = {
    name: t('name'),
    offerId: t('entry'),
    isEnabled: t('isEnabled'),
    steps: t('tree'),
  };
  return (
    <form ref={form} className="form funnel-form" noValidate onSubmit={send}>
      <UnsavedGuard isDirty={edited !== null} />
      <p>
        <button type="button" className="button" onClick={onClose} disabled={edited !== null}>
          <Icon name="arrowLeft" size={18} />
          {t('back')}
        </button>
      </p>
      <ConflictNotice conflict={conflict} labelOf={(name) => labels[name] ?? name} />
      <section className="panel form">
        <div className="form-grid">
          <TextField
            label={t('name')}
            maxLength={80}
            value={draft.name}
            problem={isTried && !draft.name.trim() ? t('nameMissing') : undefined}
            onChange={(name) => edit({ name })}
          />
          <SelectField
            label={t('entry')}
            hint={t('entryHint')}
            value={draft.offerId}
            options={[
              ...(entry ? [] : [{ value: draft.offerId, label: t('offerGone') }]),
              ...[...labelOffers(offers, locale)].map(([value, label]) => ({ value, label })),
            ]}
            onChange={(offerId) => edit({ offerId })}
          />
        </div>
        <CheckField
          isSwitch
          label={t('isEnabled')}
          hint={t('isEnabledHint')}
          isChecked={draft.isEnabled}
          onChange={(isEnabled) => edit({ isEnabled })}
        />
      </section>
      <div className="funnel-columns">
        <StepTree
          steps={draft.steps}
          offers={offers}
          entryId={draft.offerId}
          figures={funnel?.figures ?? []}
          openId={open.id}
          isFull={draft.steps.length >= MOST_FUNNEL_STEPS}
          onOpen={setOpenId}
          onAdd={add}
        />
        <section className="panel form" aria-label={t('step')}>
          <h2>{t('step')}</h2>
          <StepFields
            key={open.id}
            step={open}
            steps={draft.steps}
            entry={entry}
            offers={sold}
            problem={isTried && readPrice(open.price) === undefined ? t('priceProblem') : undefined}
            onEdit={(part) =>
              edit({ steps: draft.steps.map((step) => (step.id === open.id ? { ...step, ...part } : step)) })
            }
          />
          {!isRoot && (
            <p>
              <button type="button" className="button button-danger" onClick={remove}>
                {t('remove', { count: below })}
              </button>
            </p>
          )}
        </section>
      </div>
      <SaveBar
        isDirty={edited !== null || !funnel}
        isBusy={change.isBusy}
        isSaved={change.isDone}
        problemCount={isTried ? problemCount : 0}
        error={hasConflict ? null : change.error}
        onDiscard={() => (funnel ? continueFrom(null) : onClose())}
      />
      {funnel && (
        <p>
          <button type="button" className="button button-danger" onClick={() => setIsDeleting(true)}>
            {t('delete')}
          </button>
        </p>
      )}
      {funnel && isDeleting && (
        <ConfirmDialog
          isDanger
          title={t('deleteTitle')}
          text={t('deleteText')}
          action={t('delete')}
          isBusy={deletion.isBusy}
          error={deletion.error}
          onConfirm={async () => {
            setEdited(null);
            if (await deletion.run({ funnelId: funnel.id })) onClose();
          }}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </form>
  );
}

import { deliverable } from '@feira/schemas/entities/deliverable';
import { type createDeliverable, DELIVERABLE_KINDS } from '@feira/schemas/procedures/deliverables';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { entityFields } from '@feira/shell-kit/entity-fields';
import { choice, type FieldsOf, group, optional, text, type ValueOf } from '@feira/shell-kit/fields';
import '@feira/shell-desk/uploads/add-texts.ts';
import '@feira/shell-desk/uploads/picture-field.css';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { type ChangeEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Deliverable,
  useDeliverableChange,
  useDeliverableCreation,
  useFileUpload,
} from '../../components/products/use-deliverables.ts';

const { mostDownloads: DOWNLOADS } = entityFields({ mostDownloads: deliverable.mostDownloads }, {});

const CONTENT = entityFields(deliverable, {
  uploadId: optional(text()),
  mostDownloads: optional({
    ...DOWNLOADS,
    show: (stored, locale) => DOWNLOADS.show(stored ?? deliverable.mostDownloads.default, locale),
  }),
  address: optional(
    text({
      problem: 'problems.https',
      test: (typed) => typed.startsWith('https://'),
      control: { type: 'url', inputMode: 'url', maxLength: 500, spellCheck: false },
    }),
  ),
  text: text({ control: { maxLength: 5_000 } }),
});
const FIELDS = group({ kind: choice<Deliverable['kind']>('FILE'), ...CONTENT } satisfies FieldsOf<
  typeof createDeliverable,
  'productId'
>);

interface DeliverableDialogProps {
  productId: string;
  mostBytes: number;
  /** Left out where the dialog creates one. */
  item?: Deliverable;
  /** Reads the deliverable anew. */
  reload?: () => Promise<{ data: Deliverable | undefined }>;
  onDone: () => void;
  onClose: () => void;
}

/** Creates one thing that buyers get, or changes it; its kind stays the same. */
export function DeliverableDialog({ productId, mostBytes, item, reload, onDone, onClose }: DeliverableDialogProps) {
  const { t } = useTranslation('products');
  const create = useDeliverableCreation();
  const update = useDeliverableChange();
  const { controls, shown, edit, dialog, version, conflict } = useVersionedDraft({
    fields: FIELDS,
    record: item,
    change: item ? update : create,
    say: t,
    reload: async () => ({ data: (await reload?.())?.data }),
  });
  const [fileName, setFileName] = useState(item?.file?.name ?? '');
  const { state, start, cancel } = useFileUpload(mostBytes, ({ uploadId, name }) => {
    setFileName(name);
    edit({ uploadId, ...(shown.title === '' && { title: name.replace(/\.[^.]+$/, '') }) });
  });
  const { kind } = shown;
  const save = async ({ kind: _, ...fields }: ValueOf<typeof FIELDS>) => {
    const answer = item
      ? await update.run({ deliverableId: item.id, version, ...fields })
      : await create.run({ productId, kind, ...fields });
    if (answer) onDone();
  };
  return (
    <DialogForm
      title={t(item ? 'deliverables.edit' : 'deliverables.create')}
      text={t('deliverables.text')}
      action={t(item ? 'bumps.save' : 'bumps.add')}
      {...dialog(save)}
      onClose={onClose}
    >
      {!item && (
        <SelectField
          label={t('deliverables.kind')}
          hint={t(`deliverables.kindHints.${kind}`)}
          options={DELIVERABLE_KINDS.map((value) => ({ value, label: t(`deliverables.kinds.${value}`) }))}
          {...controls.kind}
        />
      )}
      {kind === 'FILE' && (
        <FileField
          name={fileName}
          problem={controls.uploadId.problem}
          mostMegabytes={Math.floor(mostBytes / 1_048_576)}
          state={state}
          onFile={start}
          onCancel={cancel}
        />
      )}
      <TextField label={t('deliverables.title')} hint={t('deliverables.titleHint')} {...controls.title} />
      {kind === 'FILE' && (
        <TextField
          label={t('deliverables.mostDownloads')}
          hint={t('deliverables.mostDownloadsHint')}
          {...controls.mostDownloads}
        />
      )}
      {kind === 'ADDRESS' && (
        <TextField label={t('deliverables.address')} placeholder="https://" {...controls.address} />
      )}
      <TextAreaField
        label={t(kind === 'TEXT' ? 'deliverables.words' : 'deliverables.note')}
        rows={kind === 'TEXT' ? 6 : 2}
        {...controls.text}
      />
      <ConflictNotice conflict={conflict} labelOf={(name) => t(deliverable[name as keyof typeof deliverable].label)} />
    </DialogForm>
  );
}

interface FileFieldProps {
  name: string;
  problem: string | undefined;
  mostMegabytes: number;
  state: ReturnType<typeof useFileUpload>['state'];
  onFile: (file: File) => unknown;
  onCancel: () => void;
}

function FileField({ name, problem, mostMegabytes, state, onFile, onCancel }: FileFieldProps) {
  const { t } = useTranslation(['products', 'kit', 'uploads']);
  const id = useId();
  const isSending = state.step === 'sending';
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // The same file may be chosen again after it was corrected.
    target.value = '';
  };
  const failed = state.step === 'failed' ? (state.message ?? t('uploads:failed')) : undefined;
  const shownProblem =
    state.step === 'tooLarge' ? t('deliverables.tooLarge', { count: mostMegabytes }) : (failed ?? problem);
  return (
    <div className="form-field">
      <span className="form-legend">{t('deliverables.file')}</span>
      <span id={`${id}hint`} className="form-hint">
        {t('deliverables.fileHint', { count: mostMegabytes })}
      </span>
      <div className="picture-zone">
        <div className="picture-tools">
          {name && !isSending && <span className="deliverable-file">{name}</span>}
          <span className="picture-actions">
            <label className="button picture-button">
              <input
                className="visually-hidden"
                type="file"
                aria-label={t(name ? 'deliverables.replaceFile' : 'deliverables.chooseFile')}
                aria-describedby={`${id}hint`}
                onChange={choose}
              />
              <Icon name="upload" size={18} />
              {t(name ? 'deliverables.replaceFile' : 'deliverables.chooseFile')}
            </label>
            {isSending && (
              <button type="button" className="button" onClick={onCancel}>
                {t('kit:cancel')}
              </button>
            )}
          </span>
          {isSending && (
            <progress className="picture-progress" max={1} value={state.share} aria-label={t('deliverables.sending')} />
          )}
          <span role="status">{state.step === 'done' && t('uploads:done')}</span>
          {shownProblem && (
            <span className="field-error" role="alert">
              {shownProblem}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

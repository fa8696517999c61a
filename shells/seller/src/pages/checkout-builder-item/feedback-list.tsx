import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { PictureField } from '@feira/shell-desk/uploads/picture-field.tsx';
import { SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from './panel-props.ts';

type Feedback = NonNullable<CheckoutBuilderConfig['feedbacks']>[number];

const MOST = 20;
const STARS = ['5', '4', '3', '2', '1', '0'] as const;

const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Edits the feedback of customers, each with a picture and stars. */
export function FeedbackList({ config, set }: PanelProps) {
  const { t } = useTranslation('builder');
  const feedbacks = config.feedbacks ?? [];
  const put = (id: string, changes: Partial<Feedback>, field?: string) =>
    set(
      { feedbacks: feedbacks.map((one) => (one.id === id ? { ...one, ...changes } : one)) },
      field && `${id}.${field}`,
    );
  return (
    <fieldset className="form-group builder-block">
      <legend>{t('feedbacks.title')}</legend>
      <p className="form-hint">{t('feedbacks.hint')}</p>
      {feedbacks.map((feedback, index) => (
        <details key={feedback.id} className="builder-feedback" open={!feedback.title && !feedback.description}>
          <summary>{feedback.title || t('feedbacks.nameless', { number: index + 1 })}</summary>
          <div className="form">
            <TextField
              label={t('feedbacks.name')}
              maxLength={120}
              value={feedback.title}
              onChange={(title) => put(feedback.id, { title }, 'title')}
            />
            <TextAreaField
              name={`feedback-${feedback.id}`}
              label={t('feedbacks.text')}
              rows={3}
              maxLength={1000}
              value={feedback.description}
              onChange={(description) => put(feedback.id, { description }, 'description')}
            />
            <SelectField
              label={t('feedbacks.stars')}
              options={STARS.map((value) => ({ value, label: t('feedbacks.starCount', { count: Number(value) }) }))}
              value={String(feedback.stars) as (typeof STARS)[number]}
              onChange={(stars) => put(feedback.id, { stars: Number(stars) })}
            />
            <PictureField
              kind="FEEDBACK"
              label={t('feedbacks.picture')}
              hint={t('feedbacks.pictureHint')}
              alt={feedback.title}
              shape="square"
              value={feedback.image === 'remove' ? '' : (feedback.image ?? '')}
              onChange={(address) => put(feedback.id, { image: address || 'remove' })}
            />
            <button
              type="button"
              className="button"
              onClick={() => set({ feedbacks: feedbacks.filter(({ id }) => id !== feedback.id) })}
            >
              <Icon name="trash" size={18} />
              {t('feedbacks.remove', { title: feedback.title || t('feedbacks.nameless', { number: index + 1 }) })}
            </button>
          </div>
        </details>
      ))}
      {feedbacks.length < MOST && (
        <button
          type="button"
          className="button"
          onClick={() => set({ feedbacks: [...feedbacks, { id: newId(), title: '', description: '', stars: 5 }] })}
        >
          <Icon name="plus" size={18} />
          {t('feedbacks.add')}
        </button>
      )}
    </fieldset>
  );
}

import { LOCALES, type Locale } from '@feira/schemas/common';
import {
  AUDIENCES,
  type Audience,
  createAnnouncement,
  listAnnouncements,
  MOST_ANNOUNCED_DAYS,
} from '@feira/schemas/procedures/announcements';
import { DayField } from '@feira/shell-kit/components/day-field';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { CheckField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { addDays, findToday, isDay } from '@feira/shell-kit/period';
import { useChange } from '@feira/shell-kit/use-change';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface AnnounceDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

interface Draft {
  audience: Audience[];
  words: Record<Locale, { title: string; text: string }>;
  link: string;
  isMailed: boolean;
  startDay: string;
  endDay: string;
}

/** The days that an announcement lasts unless the person chooses others. */
const USUAL_DAYS = 7;
const LINK = /^(\/([^/\\\s]\S*)?|https:\/\/[^\s/]+\S*)$/;
/** Days are those of São Paulo, which has kept UTC-3 all year round since 2019. */
const momentOf = (day: string, time: string) => new Date(`${day}T${time}-03:00`).toISOString();

/** Writes an announcement in one language or both. The first problem of each field shows once somebody tried to send it. */
export function AnnounceDialog({ onDone, onClose }: AnnounceDialogProps) {
  const { t } = useTranslation('mailTexts');
  const { run, isBusy, error } = useChange(createAnnouncement, listAnnouncements);
  const today = findToday();
  const [draft, setDraft] = useState<Draft>({
    audience: [...AUDIENCES],
    words: { 'pt-BR': { title: '', text: '' }, en: { title: '', text: '' } },
    link: '',
    isMailed: false,
    startDay: today,
    endDay: addDays(today, USUAL_DAYS),
  });
  const [isSent, setIsSent] = useState(false);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const problems = findProblems(draft, today);
  const problemOf = (field: string) => {
    const own = isSent ? problems[field] : undefined;
    const refused = error?.details.find((detail) => detail.field === SERVER_FIELDS[field])?.message;
    return (own && t(`news.problems.${own}`)) || refused;
  };
  const send = () => {
    setIsSent(true);
    if (Object.keys(problems).length > 0) return false;
    void run(toInput(draft, today)).then((isDone) => isDone && onDone(t('news.published')));
    return true;
  };
  return (
    <DialogForm
      isWide
      title={t('news.write')}
      text={t('news.writeText')}
      action={t('news.publish')}
      isBusy={isBusy}
      error={error}
      onSend={send}
      onClose={onClose}
    >
      <fieldset className="form-group">
        <legend>{t('news.audience')}</legend>
        <div className="check-list">
          {AUDIENCES.map((one) => (
            <CheckField
              key={one}
              label={t(`news.audiences.${one}`)}
              isChecked={draft.audience.includes(one)}
              onChange={(isChosen) => {
                const others = draft.audience.filter((known) => known !== one);
                set({ audience: isChosen ? [...others, one] : others });
              }}
            />
          ))}
        </div>
        {problemOf('audience') && (
          <p className="field-error" role="alert">
            {problemOf('audience')}
          </p>
        )}
      </fieldset>
      {LOCALES.map((locale) => {
        const words = draft.words[locale];
        const setWords = (change: Partial<typeof words>) =>
          set({ words: { ...draft.words, [locale]: { ...words, ...change } } });
        return (
          <fieldset key={locale} className="form-group">
            <legend>{t(`languages.${locale}`)}</legend>
            <TextField
              label={t('news.heading')}
              maxLength={80}
              value={words.title}
              problem={problemOf(`${locale}.title`)}
              onChange={(title) => setWords({ title })}
            />
            <TextAreaField
              name={`text-${locale}`}
              label={t('news.text')}
              rows={3}
              maxLength={600}
              value={words.text}
              problem={problemOf(`${locale}.text`)}
              onChange={(text) => setWords({ text })}
            />
          </fieldset>
        );
      })}
      <TextField
        label={t('news.link')}
        hint={t('news.linkHint')}
        maxLength={300}
        inputMode="url"
        value={draft.link}
        problem={problemOf('link')}
        onChange={(link) => set({ link })}
      />
      <div className="form-grid">
        <DayField
          label={t('news.startDay')}
          hint={t('news.startDayHint')}
          min={today}
          max={addDays(today, MOST_ANNOUNCED_DAYS - 1)}
          value={draft.startDay}
          problem={problemOf('startDay')}
          onChange={(startDay) => set({ startDay })}
        />
        <DayField
          label={t('news.endDay')}
          hint={t('news.endDayHint')}
          min={isDay(draft.startDay) ? draft.startDay : today}
          max={isDay(draft.startDay) ? addDays(draft.startDay, MOST_ANNOUNCED_DAYS - 1) : undefined}
          value={draft.endDay}
          problem={problemOf('endDay')}
          onChange={(endDay) => set({ endDay })}
        />
      </div>
      <CheckField
        label={t('news.isMailed')}
        hint={t('news.isMailedHint')}
        isChecked={draft.isMailed}
        onChange={(isMailed) => set({ isMailed })}
      />
    </DialogForm>
  );
}

/** The names under which the server refuses a field. */
const SERVER_FIELDS: Record<string, string> = { startDay: 'startsAt', endDay: 'endsAt', link: 'link' };

type Problem = 'audience' | 'texts' | 'half' | 'link' | 'startDay' | 'endDay';

function findProblems({ audience, words, link, startDay, endDay }: Draft, today: string): Record<string, Problem> {
  const problems: Record<string, Problem> = {};
  if (audience.length === 0) problems.audience = 'audience';
  for (const locale of LOCALES) {
    const { title, text } = words[locale];
    if (title.trim() && !text.trim()) problems[`${locale}.text`] = 'half';
    if (text.trim() && !title.trim()) problems[`${locale}.title`] = 'half';
  }
  if (LOCALES.every((locale) => !words[locale].title.trim() && !words[locale].text.trim()))
    problems['pt-BR.title'] = 'texts';
  if (link.trim() && !LINK.test(link.trim())) problems.link = 'link';
  if (!isDay(startDay) || startDay < today) problems.startDay = 'startDay';
  else if (!isDay(endDay) || endDay < startDay) problems.endDay = 'endDay';
  return problems;
}

function toInput({ audience, words, link, isMailed, startDay, endDay }: Draft, today: string) {
  const written = LOCALES.filter((locale) => words[locale].title.trim() !== '').map((locale) => {
    const { title, text } = words[locale];
    return [locale, { title: title.trim(), text: text.trim() }];
  });
  return {
    audience,
    texts: Object.fromEntries(written),
    link: link.trim() || null,
    isMailed,
    endsAt: momentOf(endDay, '23:59:59'),
    ...(startDay !== today && { startsAt: momentOf(startDay, '00:00:00') }),
  };
}

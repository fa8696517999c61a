import { updateHours } from '@feira/schemas/procedures/notifications';
import type { Client } from '@feira/shell-kit/client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { useSubmit } from '../../../components/use-submit.ts';
import { DoneNotice } from '../section.tsx';
import type { Preferences } from './use-choices.ts';

/** The hours that most people sleep. */
const NIGHT = { from: '22:00', until: '07:00' };

/** The zones of Brazil, from east to west. They stand before the others. */
const BRAZIL = ['America/Noronha', 'America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco'];

function listZones(chosen: string): string[] {
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => !BRAZIL.includes(zone));
  return BRAZIL.includes(chosen) || all.includes(chosen) ? all : [chosen, ...all];
}

interface QuietHoursProps {
  client: Client;
  preferences: Preferences;
  isReadOnly: boolean;
}

/** Sets the person's time zone, and the hours in which mails and pushes wait. */
export function QuietHours({ client, preferences, isReadOnly }: QuietHoursProps) {
  const { t } = useTranslation('notices');
  const { failure, isBusy, submit } = useSubmit();
  const [timeZone, setTimeZone] = useState(preferences.timeZone);
  const [isOn, setIsOn] = useState(preferences.quiet !== null);
  const [hours, setHours] = useState(preferences.quiet ?? NIGHT);
  const [isSaved, setIsSaved] = useState(false);
  const change = () => setIsSaved(false);
  const isEmpty = isOn && hours.from === hours.until;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || !hours.from || !hours.until) return;
    const refusal = await submit(() => client.call(updateHours, { timeZone, quiet: isOn ? hours : null }));
    setIsSaved(!refusal);
  };
  return (
    <form className="account-form" noValidate onSubmit={save} onChange={change}>
      <h3 className="notice-heading">{t('quiet.title')}</h3>
      <div className="field">
        <label htmlFor="time-zone">{t('quiet.timeZone')}</label>
        <div className="field-box">
          <select
            id="time-zone"
            value={timeZone}
            disabled={isReadOnly}
            onChange={(event) => setTimeZone(event.target.value)}
          >
            <optgroup label={t('quiet.brazil')}>
              {BRAZIL.map((zone) => (
                <option key={zone} value={zone}>
                  {t(`quiet.zones.${zone as 'America/Sao_Paulo'}`)}
                </option>
              ))}
            </optgroup>
            <optgroup label={t('quiet.elsewhere')}>
              {listZones(timeZone).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </optgroup>
          </select>
        </div>
        <span className="field-hint">{t('quiet.timeZoneHint')}</span>
      </div>
      <label className="quiet-switch">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isReadOnly}
          onChange={(event) => setIsOn(event.target.checked)}
        />
        <span>{t('quiet.isOn')}</span>
      </label>
      {isOn && (
        <div className="quiet-times">
          {(['from', 'until'] as const).map((end) => (
            <div key={end} className="field">
              <label htmlFor={`quiet-${end}`}>{t(`quiet.${end}`)}</label>
              <div className="field-box">
                <input
                  id={`quiet-${end}`}
                  type="time"
                  required
                  value={hours[end]}
                  disabled={isReadOnly}
                  aria-invalid={isEmpty || undefined}
                  aria-describedby="quiet-hint"
                  onChange={(event) => setHours({ ...hours, [end]: event.target.value })}
                />
              </div>
            </div>
          ))}
          <p id="quiet-hint" className={isEmpty ? 'field-error' : 'field-hint'}>
            {t(isEmpty ? 'quiet.empty' : 'quiet.hint')}
          </p>
        </div>
      )}
      <FailureNotice failure={failure} />
      <DoneNotice text={isSaved ? t('saved') : null} />
      {!isReadOnly && (
        <button type="submit" className="button" aria-busy={isBusy}>
          {t('quiet.save')}
        </button>
      )}
    </form>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playSaleSound, setSaleSound, wantsSaleSound } from '../../../live/sale-sound.ts';

/** Turns the sound of new sales on in this browser; it is off until somebody does. */
export function SoundSwitch() {
  const { t } = useTranslation('notices');
  const [isOn, setIsOn] = useState(wantsSaleSound);
  const change = (isNowOn: boolean) => {
    setSaleSound(isNowOn);
    setIsOn(isNowOn);
    if (isNowOn) playSaleSound();
  };
  return (
    <div>
      <label className="quiet-switch">
        <input type="checkbox" checked={isOn} onChange={(event) => change(event.target.checked)} />
        <span>{t('sound.isOn')}</span>
      </label>
      <span className="field-hint">{t('sound.hint')}</span>
    </div>
  );
}

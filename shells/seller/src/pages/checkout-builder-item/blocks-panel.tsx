import { maskPhone } from '@feira/schemas/rules/mask';
import { whatsappLink } from '@feira/schemas/rules/whatsapp';
import { CheckField, SelectField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import { BuilderColour, ContrastNote } from './builder-colour.tsx';
import { FeedbackList } from './feedback-list.tsx';
import type { PanelProps } from './panel-props.ts';

const DARK = '#1c1f1d';
const WHITE = '#ffffff';

/** The parts of the page that a seller may switch on: banner, countdown, feedbacks and WhatsApp. */
export function BlocksPanel(props: PanelProps) {
  return (
    <div className="form">
      <BannerFields {...props} />
      <CountdownFields {...props} />
      <FeedbackList {...props} />
      <WhatsappFields {...props} />
    </div>
  );
}

function BannerFields({ config, set }: PanelProps) {
  const { t } = useTranslation('builder');
  const text = config.bannerTextColor ?? WHITE;
  const ground = config.bannerTextBackgroundColor ?? DARK;
  return (
    <fieldset className="form-group builder-block">
      <legend>{t('banner.title')}</legend>
      <CheckField
        isSwitch
        label={t('banner.on')}
        isChecked={config.enabledBannerText ?? false}
        onChange={(enabledBannerText) => set({ enabledBannerText })}
      />
      {config.enabledBannerText && (
        <>
          <TextField
            label={t('banner.text')}
            maxLength={200}
            value={config.bannerText ?? ''}
            onChange={(bannerText) => set({ bannerText }, 'bannerText')}
          />
          <div className="form-grid">
            <BuilderColour
              label={t('colour.text')}
              value={config.bannerTextColor}
              standard={WHITE}
              onChange={(bannerTextColor) => set({ bannerTextColor }, 'bannerTextColor')}
            />
            <BuilderColour
              label={t('colour.ground')}
              value={config.bannerTextBackgroundColor}
              standard={DARK}
              onChange={(bannerTextBackgroundColor) => set({ bannerTextBackgroundColor }, 'bannerTextBackgroundColor')}
            />
          </div>
          <ContrastNote text={text} ground={ground} onUse={(bannerTextColor) => set({ bannerTextColor })} />
        </>
      )}
    </fieldset>
  );
}

function CountdownFields({ config: { countdown }, problems, set }: PanelProps) {
  const { t } = useTranslation('builder');
  type Countdown = NonNullable<PanelProps['config']['countdown']>;
  const put = (changes: { [K in keyof Countdown]?: Countdown[K] | undefined }, field?: string) => {
    const next = Object.entries({ ...countdown, ...changes }).filter(([, value]) => value !== undefined);
    set({ countdown: Object.fromEntries(next) as Countdown }, field);
  };
  const first: Countdown = { timer: 15, text: t('countdown.firstText'), endText: t('countdown.firstEnd') };
  const text = countdown?.color ?? WHITE;
  const ground = countdown?.backgroundColor ?? DARK;
  return (
    <fieldset className="form-group builder-block">
      <legend>{t('countdown.title')}</legend>
      <CheckField
        isSwitch
        label={t('countdown.on')}
        hint={t('countdown.hint')}
        isChecked={countdown !== undefined}
        onChange={(isOn) => set({ countdown: isOn ? first : undefined })}
      />
      {countdown && (
        <>
          <TextField
            label={t('countdown.timer')}
            suffix={t('countdown.minutes')}
            inputMode="numeric"
            maxLength={4}
            value={countdown.timer ? String(countdown.timer) : ''}
            problem={problems.timer && t('countdown.timerWrong')}
            onChange={(typed) => put({ timer: Number(typed.replace(/\D/g, '')) }, 'timer')}
          />
          <TextField
            label={t('countdown.text')}
            maxLength={200}
            value={countdown.text}
            onChange={(typed) => put({ text: typed }, 'countdown.text')}
          />
          <TextField
            label={t('countdown.endText')}
            hint={t('countdown.endHint')}
            maxLength={200}
            value={countdown.endText}
            onChange={(endText) => put({ endText }, 'countdown.endText')}
          />
          <div className="form-grid">
            <BuilderColour
              label={t('colour.text')}
              value={countdown.color}
              standard={WHITE}
              onChange={(color) => put({ color }, 'countdown.color')}
            />
            <BuilderColour
              label={t('colour.ground')}
              value={countdown.backgroundColor}
              standard={DARK}
              onChange={(backgroundColor) => put({ backgroundColor }, 'countdown.backgroundColor')}
            />
          </div>
          <ContrastNote text={text} ground={ground} onUse={(color) => put({ color })} />
        </>
      )}
    </fieldset>
  );
}

function WhatsappFields({ config: { whatsapp }, set, problems }: PanelProps) {
  const { t } = useTranslation('builder');
  const first = { phone: '', message: t('whatsapp.firstMessage'), position: 'RIGHT' } as const;
  const put = (changes: Partial<NonNullable<typeof whatsapp>>, field?: string) =>
    set({ whatsapp: { ...(whatsapp ?? first), ...changes } }, field);
  const isShown = whatsapp && whatsappLink(whatsapp.phone, whatsapp.message) !== null;
  return (
    <fieldset className="form-group builder-block">
      <legend>{t('whatsapp.title')}</legend>
      <CheckField
        isSwitch
        label={t('whatsapp.on')}
        isChecked={whatsapp !== undefined}
        onChange={(isOn) => set({ whatsapp: isOn ? first : undefined })}
      />
      {whatsapp && (
        <>
          <TextField
            label={t('whatsapp.phone')}
            hint={t('whatsapp.phoneHint')}
            type="tel"
            inputMode="tel"
            value={whatsapp.phone}
            problem={problems.whatsapp && t('whatsapp.phoneWrong')}
            onChange={(phone) => put({ phone: maskPhone(phone) }, 'whatsapp.phone')}
          />
          <TextAreaField
            name="whatsapp-message"
            label={t('whatsapp.message')}
            rows={2}
            maxLength={500}
            value={whatsapp.message}
            onChange={(message) => put({ message }, 'whatsapp.message')}
          />
          <SelectField
            label={t('whatsapp.position')}
            options={[
              { value: 'LEFT', label: t('whatsapp.left') },
              { value: 'RIGHT', label: t('whatsapp.right') },
            ]}
            value={whatsapp.position}
            onChange={(position) => put({ position })}
          />
          {!isShown && <p className="form-hint">{t('whatsapp.hidden')}</p>}
        </>
      )}
    </fieldset>
  );
}

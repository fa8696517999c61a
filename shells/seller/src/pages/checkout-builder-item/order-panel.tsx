import { type CheckoutSection, ORDER_BUMP_PLACES } from '@feira/schemas/checkout';
import { PAYMENT_METHODS } from '@feira/schemas/common';
import { moveSection, orderSections } from '@feira/schemas/rules/checkout-sections';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from './panel-props.ts';

/** The order of the sections, the place of order bumps, the button's texts, and what happens when a buyer leaves. */
export function OrderPanel(props: PanelProps) {
  const { config, problems, set } = props;
  const { t } = useTranslation('builder');
  return (
    <div className="form">
      <SectionList {...props} />
      <RadioFields
        label={t('bumpPlace.title')}
        options={ORDER_BUMP_PLACES.map((value) => ({ value, label: t(`bumpPlace.${value}`) }))}
        value={config.orderBumpPlace ?? 'BEFORE_PAYMENT'}
        onChange={(orderBumpPlace) => set({ orderBumpPlace })}
      />
      <fieldset className="form-group builder-block">
        <legend>{t('button.title')}</legend>
        <p className="form-hint">{t('button.hint')}</p>
        {PAYMENT_METHODS.map((method) => (
          <TextField
            key={method}
            label={t(`button.${method}`)}
            maxLength={40}
            value={config.buttonTexts?.[method] ?? ''}
            onChange={(text) => set({ buttonTexts: { ...config.buttonTexts, [method]: text } }, `button.${method}`)}
          />
        ))}
      </fieldset>
      <fieldset className="form-group builder-block">
        <legend>{t('leaving.title')}</legend>
        <CheckField
          isSwitch
          label={t('leaving.confirm')}
          hint={t('leaving.confirmHint')}
          isChecked={config.leaveConfirmation ?? true}
          onChange={(leaveConfirmation) => set({ leaveConfirmation })}
        />
        <TextField
          label={t('leaving.back')}
          hint={t('leaving.backHint')}
          type="url"
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          maxLength={2048}
          value={config.backRedirect ?? ''}
          problem={problems.backRedirect && t('leaving.backWrong')}
          onChange={(address) => set({ backRedirect: address.trim() || undefined }, 'backRedirect')}
        />
      </fieldset>
    </div>
  );
}

/** Sections move by drag or by their buttons; a screen reader hears where each has come to. */
function SectionList({ config, set }: PanelProps) {
  const { t } = useTranslation('builder');
  const [dragged, setDragged] = useState<CheckoutSection | null>(null);
  const [message, setMessage] = useState('');
  const sections = orderSections(config.sections);
  const canMove = (section: CheckoutSection, to: number) =>
    to >= 0 && to < sections.length && moveSection(sections, section, to).join() !== sections.join();
  const move = (section: CheckoutSection, to: number) => {
    if (!canMove(section, to)) return;
    const next = moveSection(sections, section, to);
    setMessage(
      t('sections.moved', {
        title: t(`sections.${section}`),
        place: next.indexOf(section) + 1,
        count: next.length,
      }),
    );
    set({ sections: next });
  };
  return (
    <fieldset className="form-group">
      <legend>{t('sections.title')}</legend>
      <p className="form-hint">{t(config.template === 'DROPSHIPPING' ? 'sections.hintSteps' : 'sections.hint')}</p>
      <ol className="builder-sections">
        {sections.map((section, index) => {
          const title = t(`sections.${section}`);
          return (
            <li
              key={section}
              draggable={section !== 'SUMMARY'}
              data-dragged={dragged === section || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(section);
              }}
              onDragOver={(event) => dragged && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged && dragged !== section) move(dragged, index);
              }}
              onDragEnd={() => setDragged(null)}
            >
              <Icon name="menu" size={18} />
              <span>{title}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t('sections.up', { title })}
                disabled={!canMove(section, index - 1)}
                onClick={() => move(section, index - 1)}
              >
                <Icon name="arrowUp" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={t('sections.down', { title })}
                disabled={!canMove(section, index + 1)}
                onClick={() => move(section, index + 1)}
              >
                <Icon name="arrowDown" />
              </button>
            </li>
          );
        })}
      </ol>
      <p role="status" className="form-hint">
        {message}
      </p>
    </fieldset>
  );
}

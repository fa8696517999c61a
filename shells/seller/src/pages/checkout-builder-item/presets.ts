/** The templates that a seller may start from, as data. Each leaves pictures, feedbacks and addresses of the seller alone. */
import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { Locale } from '@feira/schemas/common';

export const PRESET_KEYS = ['classic', 'minimal', 'store', 'launch', 'mentoring', 'warm'] as const;
export type PresetKey = (typeof PRESET_KEYS)[number];

type Look = Omit<
  CheckoutBuilderConfig,
  'feedbacks' | 'whatsapp' | 'logoTopImageURL' | 'headerImageURL' | 'backRedirect'
>;

const looks = (portuguese: boolean): Record<PresetKey, Look> => ({
  classic: { template: 'DEFAULT', colorPrimary: '#0b6e4f', enabledBannerText: false },
  minimal: {
    template: 'VEGA',
    colorPrimary: '#1c1f1d',
    enabledBannerText: false,
    orderBumpPlace: 'BEFORE_PAYMENT',
  },
  store: {
    template: 'DROPSHIPPING',
    colorPrimary: '#1d4ed8',
    enabledBannerText: true,
    bannerText: portuguese ? 'Compra segura, com código de rastreio' : 'Safe purchase, with a tracking code',
    bannerTextColor: '#ffffff',
    bannerTextBackgroundColor: '#172554',
    orderBumpPlace: 'ABOVE_BUTTON',
  },
  launch: {
    template: 'DEFAULT',
    colorPrimary: '#b91c1c',
    enabledBannerText: true,
    bannerText: portuguese ? 'Inscrições abertas para a nova turma' : 'Enrolment for the new class is open',
    bannerTextColor: '#ffffff',
    bannerTextBackgroundColor: '#450a0a',
    countdown: {
      timer: 15,
      text: portuguese ? 'Complete sua inscrição em' : 'Complete your enrolment within',
      endText: portuguese ? 'Você ainda pode se inscrever.' : 'You can still enrol.',
      color: '#ffffff',
      backgroundColor: '#b91c1c',
    },
    buttonTexts: portuguese
      ? { PIX: 'Garantir minha vaga com Pix', CREDIT_CARD: 'Garantir minha vaga', BILLET: 'Gerar boleto da vaga' }
      : { PIX: 'Save my place with Pix', CREDIT_CARD: 'Save my place', BILLET: 'Generate boleto' },
  },
  mentoring: {
    template: 'VEGA',
    colorPrimary: '#5b21b6',
    enabledBannerText: true,
    bannerText: portuguese ? 'Atendimento individual, com hora marcada' : 'One-to-one sessions by appointment',
    bannerTextColor: '#2e1065',
    bannerTextBackgroundColor: '#ede9fe',
    sections: ['PRODUCT', 'FEEDBACKS', 'IDENTIFICATION', 'DELIVERY', 'PAYMENT', 'COUPON', 'SUMMARY'],
  },
  warm: {
    template: 'DEFAULT',
    colorPrimary: '#f59e0b',
    enabledBannerText: true,
    bannerText: portuguese ? 'Feito à mão, para você' : 'Made by hand, for you',
    bannerTextColor: '#451a03',
    bannerTextBackgroundColor: '#fef3c7',
    orderBumpPlace: 'AFTER_PRODUCT',
  },
});

/** Returns the settings with the look of a template and the content of the seller. */
export function applyPreset(config: CheckoutBuilderConfig, key: PresetKey, locale: Locale): CheckoutBuilderConfig {
  const { feedbacks, whatsapp, logoTopImageURL, headerImageURL, backRedirect, leaveConfirmation } = config;
  const own = { feedbacks, whatsapp, logoTopImageURL, headerImageURL, backRedirect, leaveConfirmation };
  const kept = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return { ...kept, ...looks(locale === 'pt-BR')[key] };
}

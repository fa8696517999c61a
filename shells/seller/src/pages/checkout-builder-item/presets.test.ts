import { checkoutBuilderConfigSchema } from '@feira/schemas/checkout';
import { LOCALES } from '@feira/schemas/common';
import { contrast, READABLE } from '@feira/schemas/rules/colours';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { applyPreset, PRESET_KEYS } from './presets.ts';

const isValid = new Ajv({ strict: false }).compile(checkoutBuilderConfigSchema);
const all = PRESET_KEYS.flatMap((key) => LOCALES.map((locale) => [key, locale] as const));

describe('applyPreset', () => {
  it.each(all)('%s in %s is a checkout that the server takes, and its texts can be read', (key, locale) => {
    const config = applyPreset({}, key, locale);

    expect([isValid(config), isValid.errors]).toEqual([true, null]);
    if (config.enabledBannerText)
      expect(contrast(config.bannerTextColor!, config.bannerTextBackgroundColor!)).toBeGreaterThanOrEqual(READABLE);
    if (config.countdown)
      expect(contrast(config.countdown.color!, config.countdown.backgroundColor!)).toBeGreaterThanOrEqual(READABLE);
  });

  it('keeps what is the seller’s own and replaces the look', () => {
    const own = {
      headerImageURL: '/media/cover.jpg',
      whatsapp: { phone: '11987654321', message: 'Oi', position: 'LEFT' },
      feedbacks: [{ id: 'a', title: 'Ana', description: 'Bom', stars: 5 }],
    } as const;

    const config = applyPreset(
      { ...own, feedbacks: [...own.feedbacks], countdown: { timer: 5, text: '', endText: '' } },
      'minimal',
      'pt-BR',
    );

    expect(config).toMatchObject({ ...own, template: 'VEGA' });
    expect(config.countdown).toBeUndefined();
  });
});

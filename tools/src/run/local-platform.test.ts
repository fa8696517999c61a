import { describe, expect, it } from 'vitest';
import type { DemoSummary } from '../demo/seed.ts';
import { describeDemo, formatTable } from './local-platform.ts';

const URL_OF = { feira: 'http://localhost:3000', serra: 'http://serra.localhost:3000' };
const DEMO: DemoSummary = {
  checkouts: [{ title: 'Curso', url: `${URL_OF.feira}/checkout/1`, note: 'digital' }],
  dashboards: [
    { platform: 'Feira', title: 'Produtor', url: `${URL_OF.feira}/login`, login: 'maria@demo.example' },
    { platform: 'Feira', title: 'Master', url: `${URL_OF.feira}/master-root-login`, login: 'master@demo.example' },
    { platform: 'Serra', title: 'Produtor', url: `${URL_OF.serra}/login`, login: 'serra@demo.example' },
  ],
  password: 'demo-password',
  mailboxes: [{ platform: 'Feira', url: `${URL_OF.feira}/mailbox` }],
  isFactorRequired: true,
};

describe('formatTable', () => {
  it('aligns columns and leaves no blanks at the end', () => {
    expect(
      formatTable('Title', [
        ['a', 'bbb', ''],
        ['aaa', 'b', 'c'],
      ]),
    ).toBe('Title\n  a    bbb\n  aaa  b    c\n');
  });

  it('says nothing of what there is none of', () => {
    expect(formatTable('Title', [])).toBe('');
  });
});

describe('describeDemo', () => {
  it('tells every address, the password once a platform, and how to do without codes', () => {
    const text = describeDemo(URL_OF.feira, DEMO);

    for (const { url } of [...DEMO.checkouts, ...DEMO.dashboards, ...DEMO.mailboxes]) expect(text).toContain(url);
    expect(text.split('password demo-password, kept in .data/demo.password')).toHaveLength(3);
    expect(text).toContain('SECOND_FACTOR=off npm start');
  });

  it('tells nothing of a mailbox that is off, nor how to switch off what is off', () => {
    const text = describeDemo(URL_OF.feira, { ...DEMO, mailboxes: [], isFactorRequired: false });

    expect(text).not.toContain('Mails');
    expect(text).not.toContain('npm start');
  });
});

import { NOTIFICATION_TYPES } from '@feira/schemas/procedures/notifications';
import { describe, expect, it } from 'vitest';
import { describeNotification, isOwnPage, NOTIFICATION_ICONS, type Notification } from './describe.ts';
import english from './locales/en.json' with { type: 'json' };
import portuguese from './locales/pt-BR.json' with { type: 'json' };

const notification = (type: Notification['type'], parameters: Notification['parameters']): Notification => ({
  id: '01930000-0000-7000-8000-000000000021',
  type,
  parameters,
  href: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  isRead: false,
});

describe('describeNotification', () => {
  it('names the connection, and the version or the day its certificate ends', () => {
    const parameters = { connection: 'Asaas', expiresAt: '2026-12-01T15:00:00.000Z' };
    expect(describeNotification(notification('connection.certificateExpiring', parameters), 'pt-BR')).toBe(
      'Asaas · 01/12/2026',
    );
    expect(
      describeNotification(notification('connection.rolledBack', { connection: 'Asaas', version: '0.2.0' }), 'en'),
    ).toBe('Asaas · 0.2.0');
  });

  it("names what was sold and the money in the reader's language", () => {
    const sold = notification('sale.approved', { amount: 123456, currency: 'USD', title: 'Curso' });

    expect(describeNotification(sold, 'pt-BR').replaceAll('\u00a0', ' ')).toMatch(/1\.234,56 · Curso$/);
    expect(describeNotification(sold, 'en').replaceAll('\u00a0', ' ')).toMatch(/1,234\.56 · Curso$/);
  });

  it('names the device, and leaves out what it does not know', () => {
    expect(describeNotification(notification('account.newDevice', { device: 'Chrome', ip: '::1' }), 'en')).toBe(
      'Chrome · ::1',
    );
    expect(describeNotification(notification('account.passwordChanged', {}), 'en')).toBe('');
    expect(describeNotification(notification('sale.refunded', { amount: 'x' }), 'en')).toBe('');
  });
});

describe('every type', () => {
  it.each(NOTIFICATION_TYPES)('%s has an icon and words', (type) => {
    const [group, name] = type.split('.') as ['sale', 'approved'];

    expect(NOTIFICATION_ICONS[type]).toBeDefined();
    for (const texts of [portuguese, english]) expect(texts.type[group][name]).toMatch(/\w/);
  });
});

describe('isOwnPage', () => {
  it('follows pages of ours and nothing else', () => {
    expect(['/account', '/platform/my-sales?status=ALL'].map(isOwnPage)).toEqual([true, true]);
    expect(
      ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:x', '', null].some(isOwnPage),
    ).toBe(false);
  });
});

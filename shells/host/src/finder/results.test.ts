import { describe, expect, it } from 'vitest';
import { findPages, lookupOf, toOptions } from './results.ts';

const PAGES = [
  { title: 'Usuários', group: '', to: '/admin-root/manage-users' },
  { title: 'Solicitações de saque', group: 'Dinheiro', to: '/admin-root/manage-withdraws' },
];
const ID = '01930000-0000-7000-8000-00000000abcd';

describe('findPages', () => {
  it('finds titles and groups by parts of words, whatever the capitals and accents', () => {
    expect(findPages(PAGES, 'USUARIO').map(({ to }) => to)).toEqual(['/admin-root/manage-users']);
    expect(findPages(PAGES, 'dinheiro saq').map(({ to }) => to)).toEqual(['/admin-root/manage-withdraws']);
    expect(findPages(PAGES, '  ')).toHaveLength(2);
    expect(findPages(PAGES, 'saque usuarios')).toEqual([]);
  });
});

describe('lookupOf', () => {
  it('asks the server only for a dashboard in which the person has the role', () => {
    expect(lookupOf('admin', { roles: ['admin'] })).toBe('admin');
    expect(lookupOf('seller', { roles: ['affiliate'] })).toBeNull();
    expect(lookupOf('customer', { roles: ['customer'] })).toBeNull();
  });
});

describe('toOptions', () => {
  it('leads to the page of the person and of the sale in the same dashboard', () => {
    const sale = {
      id: ID,
      title: 'Curso',
      buyerName: 'Lia',
      buyerEmail: 'lia@example.com',
      createdAt: '2026-11-18T15:30:00.000Z',
      amount: 9_990,
      currency: 'BRL',
      status: 'APPROVED',
    } as const;
    const people = [{ id: ID, name: 'Bia', email: 'bia@example.com' }];

    expect(toOptions({ people, sales: [sale] }, 'admin', 'en').map(({ to }) => to)).toEqual([
      `/admin-root/manage-users/${ID}`,
      `/admin-root/manage-sales/${ID}`,
    ]);
    expect(toOptions({ people, sales: [] }, 'manager', 'en')[0]?.to).toBe(`/manager-root/manager-users/${ID}`);
    expect(toOptions({ people: [], sales: [sale] }, 'seller', 'en')[0]).toMatchObject({
      to: `/platform/my-sales/${ID}`,
      first: 'Lia, R$\u00a099.90',
    });
  });
});

import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { permissionsOf } from '@feira/schemas/procedure';
import { listAdminKinds } from '@feira/schemas/procedures/inbox';
import { listPlatformRequests } from '@feira/schemas/procedures/refunds';
import { getOverview, listSellerProfit, writeOffDebt } from '@feira/schemas/procedures/reports';
import { listPlatformSales } from '@feira/schemas/procedures/sales';
import { describe, expect, it } from 'vitest';
import { findUnheld, mergePermissions, NEEDED_PERMISSION, PERMISSION_GROUPS, PERMISSION_PRESETS } from './groups.ts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

describe('PERMISSION_GROUPS', () => {
  it('holds every permission exactly once', () => {
    const grouped = PERMISSION_GROUPS.flatMap(({ permissions }) => permissions as readonly string[]);

    expect(grouped.toSorted()).toEqual([...ADMIN_PERMISSIONS].sort());
  });

  it.each([
    ['pt-BR', portuguese],
    ['en', english],
  ])('has a name and a description of every permission in %s', (_, texts) => {
    const { names, descriptions, groups } = texts;

    for (const found of [names, descriptions]) {
      expect(Object.keys(found).sort()).toEqual([...ADMIN_PERMISSIONS].sort());
      expect(new Set(Object.values(found)).size).toBe(ADMIN_PERMISSIONS.length);
    }
    expect(Object.keys(groups).sort()).toEqual(PERMISSION_GROUPS.map(({ key }) => key).sort());
  });

  it('names a needed permission of the same group', () => {
    for (const [permission, needed] of Object.entries(NEEDED_PERMISSION)) {
      const group = PERMISSION_GROUPS.find(({ permissions }) =>
        (permissions as readonly string[]).includes(permission),
      );
      expect(group?.permissions).toContain(needed);
    }
  });
});

describe('mergePermissions', () => {
  it('keeps what the caller does not hold and never grants it', () => {
    const merged = mergePermissions(
      ['isSalesAvailable', 'isUsersAvailable'],
      ['isConfigAvailable', 'isChargesAvailable'],
      ['isUsersAvailable', 'isConfigAvailable'],
    );

    expect(merged).toEqual(['isSalesAvailable', 'isConfigAvailable']);
  });
});

describe('findUnheld', () => {
  it('names what the caller lacks', () => {
    expect(findUnheld(['isSalesAvailable', 'isUsersAvailable'], ['isUsersAvailable'])).toEqual(['isSalesAvailable']);
    expect(findUnheld([], [])).toEqual([]);
  });
});

describe('PERMISSION_PRESETS', () => {
  it.each(Object.entries(PERMISSION_PRESETS))(
    '%s names each permission once, with those that it needs',
    (_name, preset) => {
      const held: readonly AdminPermission[] = preset;

      expect(new Set(held).size).toBe(held.length);
      for (const permission of held)
        expect(held).toEqual(expect.arrayContaining([NEEDED_PERMISSION[permission] ?? permission]));
    },
  );

  it('gives support what it decides, and neither the platform’s profit nor debts to write off', () => {
    const held: readonly AdminPermission[] = PERMISSION_PRESETS.support;

    expect(listAdminKinds(held)).toEqual(['DISPUTES', 'REQUESTS', 'PARKED', 'REFUNDS', 'CARD_TESTS']);
    const opened = [listPlatformRequests, listPlatformSales, getOverview, listSellerProfit, writeOffDebt].filter(
      ({ access }) => permissionsOf(access).some((permission) => held.includes(permission)),
    );
    expect(opened).toEqual([listPlatformRequests, listPlatformSales]);
  });
});

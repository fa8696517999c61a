import { describe, expect, it } from 'vitest';
import { AREAS, findArea, findHome } from './areas.ts';

describe('AREAS', () => {
  it.each(AREAS.map((area) => [area.remote, area] as const))(
    '%s says of itself what its register says',
    async (remote, area) => {
      const { default: register } = await import(`../../${remote}/src/register.tsx`);

      expect({ remote: register.name, basePath: register.basePath }).toEqual({ remote, basePath: area.basePath });
      const home = register.routes.find(({ path }: { path: string }) => register.basePath + path === area.home);
      expect(home?.menu).toBeDefined();
      expect(area.roles.every((role) => home.access.roles.includes(role))).toBe(true);
    },
  );
});

describe('findArea', () => {
  it.each(['/platform', '/platform/', '/platform/my-sales'])('finds the dashboard of %s', (path) => {
    expect(findArea(path)?.remote).toBe('seller');
  });

  it.each(['/', '/platformer', '/admin-root/dashboard'])('finds none for %s', (path) => {
    expect(findArea(path)).toBeUndefined();
  });
});

describe('findHome', () => {
  it('leads to the first dashboard of a role, or nowhere', () => {
    expect(findHome(['customer', 'seller'])).toBe('/platform/dashboard');
    expect(findHome(['customer'])).toBeUndefined();
    expect(findHome([])).toBeUndefined();
  });
});

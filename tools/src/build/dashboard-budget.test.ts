import { describe, expect, it } from 'vitest';
import { DASHBOARD_LIMITS, findDashboardProblems } from './dashboard-budget.ts';
import type { DashboardManifest } from './dashboard-manifest.ts';

const remote = {
  entry: '/entry.js',
  register: ['/register.js'],
  groups: {
    providers: ['/kit.js', '/providers.js'],
    'pt-BR': ['/pt-BR.js'],
    en: ['/en.js'],
    dashboard: ['/kit.js', '/dashboard.js', '/dashboard.css'],
    chart: ['/recharts.js', '/chart.js'],
  },
};
/** The dashboard page takes the limit to the last byte; what several groups share counts once. */
const manifest: DashboardManifest = {
  document: { scripts: ['/main.js'], styles: ['/main.css'], lent: ['/antd.js'] },
  hostPages: { 'sign-in': ['/main.css', '/sign-in.js'] },
  remotes: { seller: remote },
  brotliBytes: {
    '/sign-in.js': 12_000,
    '/main.js': 90_000,
    '/main.css': 3000,
    '/antd.js': 17_000,
    '/entry.js': 7000,
    '/register.js': 1000,
    '/kit.js': 60_000,
    '/providers.js': 5000,
    '/pt-BR.js': 2000,
    '/en.js': 2000,
    '/dashboard.js': DASHBOARD_LIMITS.pageBytes - 185_500,
    '/dashboard.css': 500,
    '/recharts.js': 90_000,
    '/chart.js': 1000,
  },
};
const withBytes = (bytes: Record<string, number>): DashboardManifest => ({
  ...manifest,
  brotliBytes: { ...manifest.brotliBytes, ...bytes },
});
const withGroups = (groups: Record<string, string[]>): DashboardManifest => ({
  ...manifest,
  remotes: { seller: { ...remote, groups: { ...remote.groups, ...groups } } },
});

describe('findDashboardProblems', () => {
  it('accepts a page that uses the limit to the last byte', () => {
    expect(findDashboardProblems(manifest)).toEqual([]);
  });

  it.each([
    '/main.js',
    '/main.css',
    '/antd.js',
    '/entry.js',
    '/register.js',
    '/kit.js',
    '/providers.js',
    '/pt-BR.js',
    '/dashboard.js',
  ])('refuses one byte more in %s', (file) => {
    const problems = findDashboardProblems(withBytes({ [file]: manifest.brotliBytes[file]! + 1 }));

    expect(problems).toEqual([
      `First load of seller/dashboard: ${DASHBOARD_LIMITS.pageBytes + 1} bytes, the limit is ${DASHBOARD_LIMITS.pageBytes}.`,
    ]);
  });

  it('refuses a page of the host above its limit', () => {
    const rest = manifest.brotliBytes['/main.js']! + manifest.brotliBytes['/main.css']!;
    const limit = DASHBOARD_LIMITS.hostPageBytes;

    expect(findDashboardProblems(withBytes({ '/sign-in.js': limit - rest }))).toEqual([]);
    expect(findDashboardProblems(withBytes({ '/sign-in.js': limit - rest + 1 }))).toEqual([
      `First load of the host's sign-in: ${limit + 1} bytes, the limit is ${limit}.`,
    ]);
  });

  it('weighs every dashboard, and names the one that is too heavy', () => {
    const other = { ...remote, groups: { ...remote.groups, big: ['/kit.js', '/dashboard.js', '/chart.js'] } };
    const problems = findDashboardProblems({ ...manifest, remotes: { seller: remote, master: other } });

    expect(problems).toEqual([
      `First load of master/big: ${DASHBOARD_LIMITS.pageBytes + 500} bytes, the limit is ${DASHBOARD_LIMITS.pageBytes}.`,
    ]);
  });

  it('refuses a register that brings its pages along', () => {
    const limit = DASHBOARD_LIMITS.aheadBytes;
    const register = limit - manifest.brotliBytes['/entry.js']!;
    const problems = findDashboardProblems(withBytes({ '/register.js': register + 1, '/dashboard.js': 20_000 }));

    expect(problems).toEqual([`What is fetched ahead of seller: ${limit + 1} bytes, the limit is ${limit}.`]);
  });

  it('refuses a login page that brings a dashboard along', () => {
    const limit = DASHBOARD_LIMITS.loginBytes;
    const script = limit - manifest.brotliBytes['/main.css']!;

    expect(
      findDashboardProblems(withBytes({ '/main.js': script, '/kit.js': 30_000, '/dashboard.js': 20_000 })),
    ).toEqual([]);
    expect(
      findDashboardProblems(withBytes({ '/main.js': script + 1, '/kit.js': 30_000, '/dashboard.js': 20_000 })),
    ).toEqual([`First load of the login page: ${limit + 1} bytes, the limit is ${limit}.`]);
  });

  it('refuses a chart that a page loads at once', () => {
    const problems = findDashboardProblems(withGroups({ dashboard: ['/kit.js', '/recharts.js'] }));

    expect(problems).toContain('seller: most of the chart is loaded with a page; import it lazily.');
  });

  it('does not take a file of unknown size for a small one', () => {
    expect(findDashboardProblems(withGroups({ dashboard: ['/unknown.js'] }))).toHaveLength(1);
  });

  it('does not take a dashboard without pages for a light one', () => {
    const { dashboard: _, ...groups } = remote.groups;

    expect(findDashboardProblems({ ...manifest, remotes: { seller: { ...remote, groups } } })).toEqual([
      'seller: the build names no page; name each import in register.tsx.',
    ]);
  });
});

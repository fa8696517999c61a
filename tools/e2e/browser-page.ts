/**
 * A fresh page for each test, in a browser that the files of a worker share. A file calls `setUpStage` (stage.ts: a whole platform)
 * or `setUpScreens` (faked-screens.ts: screens over written answers) once at its top; both call `setUpBrowser`. Tests import
 * `page`, `context` and `browser` from here: a file's tests run one after the other, and these always name what the running
 * test has. After every test the page must not have complained: whatever the browser reports fails the test, save refusals
 * that the file declares as wanted and single complaints that a test takes back with `forgive`.
 */
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from '../src/test/chromium.ts';

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export let browser: Browser;
export let context: BrowserContext;
export let page: Page;

export interface BrowserSetUp {
  /** Starts the server behind the pages while the browser starts; it is closed after the browser. */
  serve(): Promise<{ close(): Promise<void> }>;
  /** Every context of the file, where a test does not ask for something else; Portuguese on a wide screen without it. */
  look?: BrowserContextOptions;
  /** Before a context's first page opens: answers, cookies. */
  prepare?(context: BrowserContext): Promise<void> | void;
  /** The answers that say no, each of which the browser reports by itself; every status from 400 to 499 without it. */
  wantedRefusals?: RegExp | 'none';
}

/** Most pages of a test end before optimised code pays for its compilation. */
const FOR_SHORT_PAGES = ['--js-flags=--no-opt'];

let setUp: BrowserSetUp;
let complaints: string[] = [];

export function setUpBrowser(given: BrowserSetUp): void {
  let served: { close(): Promise<void> } | undefined;
  setUp = given;
  beforeAll(async () => {
    [served, browser] = await Promise.all([given.serve(), findBrowser()]);
  });
  afterAll(async () => {
    // A file may have opened contexts of its own.
    for (const opened of browser?.contexts() ?? []) await opened.close();
    await served?.close();
  });
  beforeEach(async () => {
    complaints = [];
    await openContext();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await reportPage();
    await context.close();
    expect(complaints).toEqual([]);
  });
}

/** Starts the browser of a worker once, for all its files: starting it costs more than most tests. It ends with the worker. */
async function findBrowser(): Promise<Browser> {
  if (browser?.isConnected()) return browser;
  const launched = await launchBrowser({ args: FOR_SHORT_PAGES });
  await lookMoreOften(launched);
  return launched;
}

/** Prints what the page of a failed test shows, frames included: without it a failure on another machine tells only what was missing. */
async function reportPage(): Promise<void> {
  for (const frame of page.frames()) {
    const text = await frame
      .locator('body')
      .ariaSnapshot({ timeout: 1_000 })
      .catch((error: Error) => error.message);
    process.stderr.write(`The failed test's page at ${frame.url()} shows:\n${text.slice(0, 8_000)}\n\n`);
  }
  const state = await Promise.race([page.evaluate(STATE), setTimeout(2_000, 'It answers nothing.')]).catch(String);
  process.stderr.write(`The state of the failed test's page: ${JSON.stringify(state)}\n\n`);
}

/** An action waits for drawn frames, and a browser may draw none although its page answers. */
const STATE = `new Promise((resolve) => {
  const tell = (draws) => resolve({
    draws, visibility: document.visibilityState, readyState: document.readyState,
    styleSheetsToCome: [...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).map(({ href }) => href),
  });
  requestAnimationFrame(() => tell(true));
  setTimeout(() => tell(false), 1_000);
})`;

/** The longest wait for a page, in ms. A busy machine is slow; a page that takes longer than this hangs. */
const LONGEST_WAIT_MS = 90_000;

/** Between two looks at a page for what is not there yet, in milliseconds; the last one for as long as it takes. */
const PAUSES = [50, 100, 150];

/**
 * Playwright soon looks only twice a second for what is not there yet, and a test waits for a page at almost every step. How
 * long it pauses is no option of it, so its own method is given other pauses.
 */
async function lookMoreOften(of: Browser): Promise<void> {
  const probe = await of.newPage();
  const { toImpl } = (probe as unknown as { _connection: { toImpl(shown: Page): { mainFrame(): object } } })
    ._connection;
  const frame = Object.getPrototypeOf(toImpl(probe).mainFrame());
  const { retryWithProgressAndTimeouts: retry } = frame;
  frame.retryWithProgressAndTimeouts = function (progress: unknown, _pauses: unknown, action: unknown) {
    return retry.call(this, progress, PAUSES, action);
  };
  await probe.close();
}

/** Goes on in a new context, as on another machine: `page` is its page, and what was open is closed. */
export async function openContext(look: BrowserContextOptions = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext({ locale: 'pt-BR', viewport: WIDE, ...setUp.look, ...look });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  await setUp.prepare?.(context);
  page = await openPage(context);
}

/** One page more, also of another context; it too must not complain. */
export async function openPage(target: BrowserContext): Promise<Page> {
  const { wantedRefusals = /status of 4\d\d/ } = setUp;
  const opened = await target.newPage();
  opened.on('pageerror', (error) => complaints.push(error.message));
  opened.on('console', (message) => {
    const isWanted = wantedRefusals !== 'none' && wantedRefusals.test(message.text());
    if (message.type() === 'error' && !isWanted) complaints.push(message.text());
  });
  return opened;
}

/** Fails the running test, once it is over, with what does not hold behind its pages. */
export function complain(text: string): void {
  complaints.push(text);
}

/** Takes back the complaints that contain a text, for the one test that provokes them. */
export function forgive(text: string): void {
  complaints = complaints.filter((complaint) => !complaint.includes(text));
}

export const heading = (name: string, level = 1) => page.getByRole('heading', { level, name, exact: true }).waitFor();
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** The first option of this text in a list to choose from that has opened. */
export const option = (name: string) => page.locator('[role=option]', { hasText: name }).first();
export const dialog = () => page.getByRole('dialog');
/** Waits until the page has announced the text to all visitors, also to those who do not see the screen. */
export const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

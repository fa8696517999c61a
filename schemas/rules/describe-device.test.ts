import { describe, expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const PHONE = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('describeDevice', () => {
  it.each([
    [`${DESKTOP} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Windows', false],
    [`${DESKTOP} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge', 'Windows', false],
    [`${DESKTOP} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows', false],
    [`${PHONE} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
    [`${PHONE} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android', true],
    [`${APPLE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', true],
    [`${APPLE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'macOS', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux', false],
    ['curl/8.17.0', null, null, false],
    [null, null, null, false],
  ])('reads %s', (userAgent, browser, system, isPhone) => {
    expect(describeDevice(userAgent)).toEqual({ browser, system, isPhone });
  });
});

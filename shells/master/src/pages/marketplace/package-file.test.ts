import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_PACKAGE_BYTES, readFiles, toBase64 } from './package-file.ts';

const gzip = (size: number) => {
  const bytes = Buffer.alloc(size);
  bytes.set([0x1f, 0x8b]);
  return bytes;
};
const SIGNATURE = `${'A'.repeat(86)}==`;
const tarball = (name = 'acme-1.0.0.tgz', size = 20) => new File([gzip(size)], name);
const signature = (text = `${SIGNATURE}\n`) => new File([text], 'acme-1.0.0.tgz.sig');

describe('readFiles', () => {
  it('takes a package and its signature in any order', async () => {
    const expected = {
      tarball: { name: 'acme-1.0.0.tgz', bytes: 20, content: gzip(20).toString('base64') },
      signature: { name: 'acme-1.0.0.tgz.sig', signature: SIGNATURE },
    };

    expect(await readFiles([tarball(), signature()])).toEqual(expected);
    expect(await readFiles([signature(), tarball()])).toEqual(expected);
  });

  it('takes a package of exactly the largest size', async () => {
    const { tarball: found } = await readFiles([tarball('a.tgz', MAX_PACKAGE_BYTES)]);

    // The limit of the contract, in letters of base64.
    expect(found!.content.length).toBe(11_184_812);
  });

  it.each([
    ['tooLarge', tarball('a.tgz', MAX_PACKAGE_BYTES + 1)],
    ['empty', new File([], 'a.tgz')],
    ['notTarball', new File(['PK zip'], 'a.tgz')],
    ['signatureWrong', signature('not a signature')],
    ['signatureWrong', signature(`${SIGNATURE}${SIGNATURE}`)],
    ['signatureWrong', signature(' '.repeat(2000))],
  ])('refuses with %s', async (kind, file) => {
    expect(await readFiles([file])).toEqual({ problem: { kind, name: file.name, bytes: file.size } });
  });

  it('refuses two packages at once', async () => {
    expect((await readFiles([tarball('a.tgz'), tarball('b.tgz')])).problem).toMatchObject({
      kind: 'tooMany',
      name: 'b.tgz',
    });
  });

  it('keeps the package when its signature is wrong', async () => {
    const picked = await readFiles([signature('x'), tarball()]);

    expect(picked.tarball?.name).toBe('acme-1.0.0.tgz');
    expect(picked.problem?.kind).toBe('signatureWrong');
  });

  it('says so when a file went away after it was chosen', async () => {
    const gone = tarball();
    gone.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));

    expect((await readFiles([gone])).problem?.kind).toBe('unreadable');
  });
});

describe('toBase64', () => {
  it('keeps every byte', () => {
    const bytes = randomBytes(100_000);
    const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

    expect(digest(Buffer.from(toBase64(bytes), 'base64'))).toBe(digest(bytes));
  });
});

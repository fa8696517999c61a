import { describe, expect, it } from 'vitest';
import { findPictureSources, listPictureWidths } from './picture.ts';

describe('findPictureSources', () => {
  const folder = `/media/${'0a'.repeat(16)}/`;

  it('lists the widths that are smaller than the picture, and its own', () => {
    expect(listPictureWidths(700)).toEqual([160, 320, 640, 700]);
    expect(listPictureWidths(30)).toEqual([30]);
    expect(findPictureSources(`${folder}320x200.jpg`)).toEqual({
      srcSet: `${folder}160.webp 160w, ${folder}320.webp 320w`,
      width: 320,
      height: 200,
    });
    expect(findPictureSources(`https://cdn.example.com/images/${'0a'.repeat(16)}/30x20.png`)?.srcSet).toBe(
      `https://cdn.example.com/images/${'0a'.repeat(16)}/30.webp 30w`,
    );
  });

  it('knows no sizes of other addresses', () => {
    for (const address of ['', '/media/pao.webp', 'https://example.com/320x200.jpg', `${folder}320.webp`, 'remove'])
      expect(findPictureSources(address)).toBeNull();
  });
});

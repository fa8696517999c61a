import { findPictureSources } from '@feira/schemas/rules/picture';
import type { ReactNode } from 'react';
import './product-cover.css';
import { Icon } from '@feira/shell-kit/components/icon';
import { TwoLines } from '@feira/shell-kit/components/two-lines';

interface ProductCoverProps {
  image: string | null;
  /** The edge in pixels. */
  size?: number;
}

/** The picture of a product beside its name, which carries the meaning; a drawn one stands in for none. */
export function ProductCover({ image, size = 48 }: ProductCoverProps) {
  const edge = { width: size, height: size };
  if (image) {
    const sources = { srcSet: findPictureSources(image)?.srcSet, sizes: `${size}px` };
    return <img className="product-cover" src={image} {...sources} alt="" loading="lazy" style={edge} {...edge} />;
  }
  return (
    <span className="product-cover product-cover-none" style={edge} aria-hidden="true">
      <Icon name="package" size={Math.round(size / 2)} />
    </span>
  );
}

interface ProductNameProps extends ProductCoverProps {
  name: ReactNode;
  second: ReactNode;
}

/** The cover, the name and a second line, as lists of products begin. */
export function ProductName({ image, size, name, second }: ProductNameProps) {
  return (
    <span className="product-name">
      <ProductCover image={image} {...(size && { size })} />
      <TwoLines first={name} second={second} />
    </span>
  );
}

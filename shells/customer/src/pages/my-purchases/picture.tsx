import { findPictureSources } from '@feira/schemas/rules/picture';
import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';

/** A picture that is gone leaves the same quiet place as none. */
export function Picture({ image }: { image: string | null }) {
  const [isGone, setIsGone] = useState(false);
  return (
    <span className="purchase-picture">
      {image && !isGone ? (
        <img
          src={image}
          srcSet={findPictureSources(image)?.srcSet}
          sizes="88px"
          alt=""
          loading="lazy"
          width="88"
          height="88"
          onError={() => setIsGone(true)}
        />
      ) : (
        <Icon name="bag" size={32} />
      )}
    </span>
  );
}

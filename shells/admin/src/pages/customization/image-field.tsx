import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLink } from './customization-fields.ts';

interface ImageFieldProps {
  label: string;
  hint: string;
  value: string;
  /** The alternative text of the picture. */
  alt: string;
  shape: 'logo' | 'square' | 'banner';
  problem: string | undefined;
  onChange: (url: string) => void;
}

/** Takes the address of a picture, and shows the picture. */
export function ImageField({ label, hint, value, alt, shape, problem, onChange }: ImageFieldProps) {
  return (
    <div className="image-field">
      <TextField
        label={label}
        hint={hint}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        spellCheck={false}
        value={value}
        problem={problem}
        onChange={onChange}
      />
      <Picture key={value} url={value.trim()} alt={alt} shape={shape} />
    </div>
  );
}

interface PictureProps extends Pick<ImageFieldProps, 'alt' | 'shape'> {
  url: string;
}

function Picture({ url, alt, shape }: PictureProps) {
  const { t } = useTranslation('admin');
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (!isLink(url)) return <span className={`picture picture-${shape}`} aria-hidden="true" />;
  return (
    <span className={`picture picture-${shape}`}>
      {state === 'failed' ? (
        <span className="picture-failed" role="status">
          <Icon name="alert" size={18} />
          {t('customization.imageFailed')}
        </span>
      ) : (
        <img
          src={url}
          alt={alt}
          referrerPolicy="no-referrer"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  );
}

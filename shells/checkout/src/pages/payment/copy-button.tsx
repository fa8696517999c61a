import { copyText } from '@feira/shell-kit/copy-text';
import { useEffect, useState } from 'react';
import { pressAgain } from '../../behaviour/press-again.ts';
import type { TextKey, Translate } from '../../texts.ts';

/** Says in the button and aloud that it worked; where nothing can be copied it selects the code instead. */
export function CopyButton(props: { t: Translate; label: TextKey; text: string; fieldId: string }) {
  const { t, label, text, fieldId } = props;
  const [answer, setAnswer] = useState<TextKey>();
  useEffect(() => pressAgain('copy'), []);
  const copy = async () => {
    const isCopied = await copyText(text);
    if (!isCopied) (document.getElementById(fieldId) as HTMLTextAreaElement | null)?.select();
    setAnswer(isCopied ? 'copied' : 'copyFailed');
    setTimeout(() => setAnswer(undefined), 4000);
  };
  return (
    <>
      <button className={`primary ${answer === 'copied' ? 'done' : ''}`} type="button" name="copy" onClick={copy}>
        {answer ? t(answer) : t(label)}
      </button>
      <span className="hidden-text" role="status">
        {answer && t(answer)}
      </span>
    </>
  );
}

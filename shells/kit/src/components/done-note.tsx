import '../styles/lists.css';

/** Reports a finished change, also to those who do not see it. */
export function DoneNote({ text }: { text: string }) {
  return (
    <p role="status" className={text ? 'notice notice-info list-done' : 'visually-hidden'}>
      {text}
    </p>
  );
}

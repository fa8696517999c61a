import '@feira/shell-kit/styles/lists.css';

/** What has just been done, also for those who do not see it. */
export function DoneNote({ text }: { text: string }) {
  return (
    <p role="status" className={text ? 'notice notice-info list-done' : 'visually-hidden'}>
      {text}
    </p>
  );
}

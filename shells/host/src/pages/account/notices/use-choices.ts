import type { Output } from '@feira/schemas/procedure';
import { getPreferences, updatePreference } from '@feira/schemas/procedures/notifications';
import type { Client } from '@feira/shell-kit/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSubmit } from '../../../components/use-submit.ts';

export type Preferences = Output<typeof getPreferences>;
export type TopicChoice = Preferences['topics'][number];

/** Shows each choice at once and sends one after the other. After a refusal it shows what the server has. */
export function useChoices(client: Client, loaded: Preferences['topics']) {
  const [topics, setTopics] = useState(loaded);
  const [isSaved, setIsSaved] = useState(false);
  const { failure, submit } = useSubmit();
  const queue = useRef(Promise.resolve());
  useEffect(() => setTopics(loaded), [loaded]);
  const choose = useCallback(
    (topic: TopicChoice['topic'], change: Partial<Omit<TopicChoice, 'topic'>>) => {
      setIsSaved(false);
      setTopics((former) => former.map((row) => (row.topic === topic ? { ...row, ...change } : row)));
      queue.current = queue.current.then(async () => {
        const refusal = await submit(() => client.call(updatePreference, { topic, ...change }));
        setIsSaved(!refusal);
        if (refusal)
          await client.call(getPreferences, {}).then(
            (found) => setTopics(found.topics),
            () => undefined,
          );
      });
    },
    [client, submit],
  );
  return { topics, choose, failure, isSaved };
}

import { Icon } from '../../components/icon.tsx';
import { pictureUrl } from '../../components/picture.ts';
import type { StaticProps } from './static-props.ts';

/** `onRemove`: the builder's, which takes the feedback with that id out of the list. */
export function Feedbacks({ boot, t, onRemove }: StaticProps & { onRemove?: ((id: string) => void) | undefined }) {
  const { feedbacks } = boot.checkout.checkoutBuilderConfig;
  if (!feedbacks?.length) return null;
  return (
    <section className="feedbacks" aria-label={t('feedbacks')}>
      {feedbacks.map((feedback) => {
        const picture = pictureUrl(feedback.image);
        return (
          <article className="block feedback" key={feedback.id}>
            <span className="avatar">
              {picture ? <img src={picture} alt="" width="60" height="60" loading="lazy" /> : <Icon name="person" />}
            </span>
            <div>
              <span className="stars" role="img" aria-label={t('stars', { count: feedback.stars })}>
                {'★'.repeat(feedback.stars)}
              </span>
              <h2>{feedback.title}</h2>
              <p>{feedback.description}</p>
              {onRemove && (
                <button className="link" type="button" onClick={() => onRemove(feedback.id)}>
                  {t('removeFeedback', { title: feedback.title })}
                </button>
              )}
            </div>
          </article>
        );
      })}
    </section>
  );
}

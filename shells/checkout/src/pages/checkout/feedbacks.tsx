import { Icon } from '../../components/icon.tsx';
import { usePage } from './page-context.ts';
import { pictureUrl } from './picture.ts';

export function Feedbacks() {
  const { boot, t } = usePage();
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
              <h3>{feedback.title}</h3>
              <p>{feedback.description}</p>
            </div>
          </article>
        );
      })}
    </section>
  );
}

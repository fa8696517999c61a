const STRIPES = 10;
const WIDTH = 40;

/** Draws the awning of a market stall, after which the product is named. */
export function Awning() {
  return (
    <svg className="awning" viewBox={`0 0 ${STRIPES * WIDTH} 56`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: STRIPES }, (_, index) => `M${index * WIDTH} 0h${WIDTH}v36a20 20 0 0 1-${WIDTH} 0z`).map(
        (stripe, index) => (
          <path key={stripe} d={stripe} className={index % 2 === 0 ? 'awning-green' : 'awning-white'} />
        ),
      )}
    </svg>
  );
}

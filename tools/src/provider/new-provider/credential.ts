/** A field of a connection's form, in both languages. */
export const credential = (portuguese: string, english: string, isSecret: boolean) => ({
  type: 'string' as const,
  title: { 'pt-BR': portuguese, en: english },
  ...(isSecret && { secret: true }),
  minLength: isSecret ? 8 : 1,
});

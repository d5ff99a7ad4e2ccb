import type { JwtIssuer } from './stage.ts';

/** Refuses an issuer of tokens that API Gateway would refuse only at deploy. */
export function checkJwt(jwt: JwtIssuer | undefined): void {
  if (jwt === undefined) return;
  const { issuer, audience } = jwt;
  if (!URL.canParse(issuer) || new URL(issuer).protocol !== 'https:') {
    throw new Error(`stage.jwt.issuer: "${issuer}" given; an address such as https://login.example.com allowed`);
  }
  // By its type it has one; a stage may be written in plain JavaScript.
  if (audience.length === 0 || audience.some((one) => one === '')) {
    throw new Error('stage.jwt.audience: nothing given; at least one audience allowed, such as the id of the API');
  }
}

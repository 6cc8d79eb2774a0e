/** @file String formats of numbers with a checksum or a fixed number of digits. */

/** Reports whether the digits in a string are a valid credit card number. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, "");
  if (digits.length > 16 || !creditCard.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 0 ? digit : 2 * digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const creditCard =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Reports whether a string is an ISBN with 10 or 13 digits. */
export function isISBN(text: string): boolean {
  return isISBN10(text) || isISBN13(text);
}

/** Reports whether a string is an ISBN with 10 digits. The last digit can be an `X`. */
export function isISBN10(text: string): boolean {
  const digits = withoutSpace(text);
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of Array.from(digits).entries()) sum += (index + 1) * (digit === "X" ? 10 : Number(digit));
  return sum % 11 === 0;
}

/** Reports whether a string is an ISBN with 13 digits. */
export function isISBN13(text: string): boolean {
  const digits = withoutSpace(text);
  if (!/^[0-9]{13}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of Array.from(digits).entries()) sum += (index % 2 === 0 ? 1 : 3) * Number(digit);
  return sum % 10 === 0;
}

function withoutSpace(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, "");
}

/** Reports whether a string is a social security number of the United States: `123-45-6789`. */
export function isSSN(text: string): boolean {
  return text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text);
}

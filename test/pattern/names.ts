import { aliases, scriptNames } from "../../runtime/pattern/unicode-classes.js";

/** Names of classes that Go's package regexp knows. */
export const known: readonly string[] = [
  ..."C Cc Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs".split(
    " ",
  ),
  ..."Any ASCII Assigned".split(" "),
  ...aliases.split(/\s/).map((each) => each.replace(/:.*/, "")),
  ...scriptNames.split(/\s/),
];

/** Names of Unicode, of Go 1.24 and of re2js that Go's package regexp does not know. */
export const unknown: readonly string[] =
  `Alphabetic ASCII_Hex_Digit Dash Emoji Emoji_Presentation Hex_Digit Lowercase Math Uppercase White_Space
  Anatolian_Hieroglyphs Bassa_Vah Old_Italic Linear_B Nag_Mundari Phags_Pa SignWriting Zanabazar_Square
  Beria_Erfe Garay Gurung_Khema Kirat_Rai Ol_Onal Sidetic Sunuwar Tai_Yo Todhri Tolong_Siki Tulu_Tigalari Unknown
  Grek Latn Zyyy Script=Greek sc=Grek IsGreek InGreek gc=Lu L& Lx X ^^L -^L`.split(/\s+/);

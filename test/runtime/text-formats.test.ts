import * as formats from "../../runtime/text-formats/index.js";
import { describe, expect, test } from "vitest";
import { expectLinearTime } from "./linear-time.js";

type Format = (text: string) => boolean;

/** Texts that Go's package strfmt accepts, and texts that it refuses. */
const rows: readonly (readonly [string, Format, readonly string[], readonly string[]])[] = [
  [
    "email",
    formats.isEmail,
    [
      "a@b",
      "Ann <a@b.c>",
      '"a b"@c.d',
      "a.b+c@d.e",
      "a@[1.2.3.4]",
      "é@ü.de",
      "a@b (comment (inner))",
      '"Ann, B." <a@b>',
      " a@b ",
    ],
    ["", "a", "a@", "@b", "a..b@c", ".a@b", "a@b.", "a@b c@d", "Ann a@b", "<a@b", "a@[1.2.3]", '""@b', "a@b (open"],
  ],
  [
    "uri",
    formats.isURI,
    [
      "http://a",
      "/a/b",
      "*",
      "mailto:a",
      "http://u:p@h:80/p?q#f",
      "http://[::1]:80/",
      "a:/b",
      "http://a/%41",
      "http://a:/",
      "x://a:b:80",
    ],
    [
      "",
      "a",
      "a/b",
      ":a",
      "http://a b",
      "http://a:x",
      "http://[::1",
      "http://a/%zz",
      "http://[1.2.3.4]/",
      "a\n",
      "http://a:1:2",
      "http://%41",
    ],
  ],
  [
    "hostname",
    formats.isHostname,
    ["a.com", "example", "é.de", "a-b.example.org", "1.com"],
    ["", "-a.com", "a_b.com", "a..b", "a.1", `${"a".repeat(64)}.com`],
  ],
  ["ipv4", formats.isIPv4, ["1.2.3.4", "01.2.3.4", "::ffff:1.2.3.4"], ["", "1.2.3", "1.2.3.256", "::1"]],
  [
    "ipv6",
    formats.isIPv6,
    ["::1", "2001:db8::1", "::ffff:1.2.3.4"],
    ["", "1.2.3.4", ":::1", "1:2:3:4:5:6:7", "00001::"],
  ],
  [
    "cidr",
    formats.isCIDR,
    ["10.0.0.0/8", "::/0", "1.2.3.4/32", "01.2.3.4/8"],
    ["", "10.0.0.0", "10.0.0.0/33", "::/129", "1.2.3.4/", "1.2.3.4/-1"],
  ],
  [
    "mac",
    formats.isMAC,
    ["01:23:45:67:89:ab", "01-23-45-67-89-AB", "0123.4567.89ab", "0123456789ab"],
    ["", "01:23:45:67:89", "01:23-45:67:89:ab", "0123.4567.89ag"],
  ],
  [
    "uuid",
    formats.isUUID,
    ["123e4567-e89b-12d3-a456-426614174000", "123E4567E89B12D3A456426614174000"],
    ["", "123e4567-e89b-12d3-a456-42661417400", "123e4567-e89b-12d3-a456-42661417400g"],
  ],
  ["uuid3", formats.isUUID3, ["123e4567-e89b-32d3-a456-426614174000"], ["123e4567-e89b-42d3-a456-426614174000"]],
  ["uuid4", formats.isUUID4, ["123e4567-e89b-42d3-a456-426614174000"], ["123e4567-e89b-42d3-c456-426614174000"]],
  ["uuid5", formats.isUUID5, ["123e4567-e89b-52d3-a456-426614174000"], ["123e4567-e89b-52d3-0456-426614174000"]],
  ["isbn", formats.isISBN, ["0321751043", "978-0321751041", "080442957X"], ["", "0321751044", "978-0321751042"]],
  [
    "creditcard",
    formats.isCreditCard,
    ["4111 1111 1111 1111", "5555-5555-5555-4444"],
    ["", "4111111111111112", "1234"],
  ],
  ["ssn", formats.isSSN, ["123-45-6789", "123 45 6789"], ["", "123456789", "123-45-678"]],
  ["hexcolor", formats.isHexColor, ["#fff", "FFFFFF"], ["", "#ffff", "#ggg"]],
  [
    "rgbcolor",
    formats.isRGBColor,
    ["rgb(0,255,25)", "rgb( 1 , 2 , 3 )"],
    ["", "rgb(256,0,0)", "rgb(01,0,0)", "rgb(1,2)"],
  ],
  ["byte", formats.isBase64, ["YQ==", "YWI=", "YWJj"], ["", "YQ", "YQ=", "Y===", "Y!=="]],
  [
    "date",
    formats.isDate,
    ["2024-02-29", "0000-01-01", "0099-12-31"],
    ["", "2023-02-29", "2024-2-1", "2024-13-01", "2024-01-00"],
  ],
  [
    "date-time",
    formats.isDateTime,
    ["2024-02-29T23:59:59Z", "2024-02-29t00:00:00.5+01:00"],
    ["", "2024-02-29", "2023-02-29T00:00:00Z", "2024-02-29T24:00:00Z", "2024-02-29T00:00:60Z", "2024-02-29T00:00:00"],
  ],
  [
    "duration",
    formats.isDuration,
    ["1h2m", "3 days", "5 weeks", "1.5s", "0", "2 hours and 3 min"],
    ["", "1", "h", "1 year", "99999999999999999999 s"],
  ],
  [
    "bsonobjectid",
    formats.isBSONObjectID,
    ["0123456789abcdefABCDEF01"],
    ["", "0123456789abcdefABCDEF0", "0123456789abcdefABCDEF0g"],
  ],
  ["k8s-short-name", formats.isShortName, ["a", "a-b"], ["", "A", "a.b", "a".repeat(64)]],
  ["k8s-long-name", formats.isLongName, ["a", "a.b"], ["", "A", "a..b", "a".repeat(254)]],
];

describe.each(rows)("%s", (_name, hasFormat, valid, invalid) => {
  test.each(valid)("%j is valid", (text) => {
    expect(hasFormat(text)).toBe(true);
  });
  test.each(invalid)("%j is not valid", (text) => {
    expect(hasFormat(text)).toBe(false);
  });
  test("a long string takes linear time", () => {
    for (const unit of ["1", "a", " ", "(", "\\(", '"', "a.", "1 ", ":", "%25", "<a@"])
      expectLinearTime(1 << 17, (size) => hasFormat(unit.repeat(size / unit.length)));
  });
});

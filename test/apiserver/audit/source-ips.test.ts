import { expect, test } from "vitest";
import { sourceIPs } from "../../../apiserver/audit/source-ips.js";

function ips(headers: Readonly<Record<string, string>>, address?: string): readonly string[] {
  return sourceIPs({
    headerLines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
    peer: { certificate: undefined, ...(address === undefined ? {} : { address }) },
  });
}

test.each([
  [{}, "10.0.0.1:80", ["10.0.0.1"]],
  [{}, "::ffff:10.0.0.1:80", ["10.0.0.1"]],
  [{}, "2001:DB8:0::1:443", ["2001:db8::1"]],
  [{}, undefined, []],
  [{ "x-forwarded-for": "1.1.1.1, 2.2.2.2,junk,, ::1" }, "10.0.0.1:80", ["1.1.1.1", "2.2.2.2", "::1", "10.0.0.1"]],
  [{ "x-forwarded-for": "1.1.1.1", "x-real-ip": "1.1.1.1" }, "10.0.0.1:80", ["1.1.1.1", "10.0.0.1"]],
  [{ "x-real-ip": "3.3.3.3" }, "10.0.0.1:80", ["3.3.3.3", "10.0.0.1"]],
  [{ "x-forwarded-for": "10.0.0.1" }, "10.0.0.1:80", ["10.0.0.1"]],
  [{ "x-forwarded-for": "fe80::1%eth0, 1.2.3" }, "10.0.0.1:80", ["10.0.0.1"]],
])("the headers %j of a connection from %s name the addresses %j", (headers, address, expected) => {
  expect(ips(headers, address)).toEqual(expected);
});

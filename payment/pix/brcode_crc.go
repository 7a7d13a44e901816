package pix

import "fmt"

// crcHeader is id and length of the checksum object; the checksum covers them too.
const crcHeader = "6304"

// crc16 is the checksum of BR Codes, CRC-16/CCITT-FALSE (ISO/IEC 13239 as EMV
// QRCPS uses it): polynomial 0x1021, initial value 0xFFFF, nothing reflected.
func crc16(text string) uint16 {
	crc := uint16(0xFFFF)
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			carry := crc&0x8000 != 0
			crc <<= 1
			if carry {
				crc ^= 0x1021
			}
		}
	}
	return crc
}

// sealed appends the checksum object to a code that lacks only that.
func sealed(body string) string {
	body += crcHeader
	return fmt.Sprintf("%s%04X", body, crc16(body))
}

// checksumHolds compares the last four characters, upper-case hexadecimal, with
// the checksum of what stands before them. Where the checksum object begins is
// for the caller to know: the same characters may end another object.
func checksumHolds(payload string) bool {
	end := len(payload) - 4
	return end >= 0 && payload[end:] == fmt.Sprintf("%04X", crc16(payload[:end]))
}
